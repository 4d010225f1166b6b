import { expect, test } from 'vitest';
import { relevantAdvertisement } from '../../src/git/advertisement.js';
import { createBreather } from '../../src/git/breather.js';
import { PacketReader, pktLine } from '../../src/git/pkt-line.js';

const OID = 'a'.repeat(40);
const SERVICE = [pktLine('# service=git-receive-pack\n'), Buffer.from('0000')];
const noPause = () => undefined;

/** An advertisement of references; capabilities stand at the first one. */
function advertise(lines: readonly string[]): Buffer {
  const packets = lines.map((line, index) => pktLine(index === 0 ? `${line}\0report-status\n` : `${line}\n`));
  return Buffer.concat([...SERVICE, ...packets, Buffer.from('0000')]);
}

/** The lines that are passed on, without flushes. */
async function linesOf(body: Buffer, matters: (ref: string) => boolean): Promise<string[]> {
  const packets = new PacketReader(await relevantAdvertisement(body, matters, noPause));
  const lines: string[] = [];
  while (!packets.atEnd) lines.push(packets.nextLine() ?? '');
  return lines.filter((line) => line !== '');
}

test('passes on the capabilities and the references that matter, and what is damaged', async () => {
  const body = advertise([
    `${OID} HEAD`,
    `${OID} refs/heads/main`,
    `${OID} refs/pull/1/head`,
    `${OID} .have`,
    `shallow ${OID}`,
    `${'b'.repeat(64)} refs/heads/other`,
    'nonsense',
  ]);
  expect(await linesOf(body, (ref) => ref === 'refs/heads/main')).toEqual([
    '# service=git-receive-pack',
    `${OID} HEAD\0report-status`,
    `${OID} refs/heads/main`,
    `${'b'.repeat(64)} refs/heads/other`,
    'nonsense',
  ]);
});

test('passes on no more than ten thousand references, however many matter', async () => {
  const refs = Array.from({ length: 20_000 }, (_unused, index) => `${OID} refs/heads/b${index}`);
  expect((await linesOf(advertise(refs), () => true)).length).toBeLessThanOrEqual(10_000);
});

test('lets others run while it reads as many references as an answer can hold', async () => {
  const refs = Array.from({ length: 300_000 }, (_unused, index) => `${OID} refs/heads/b${index}`);
  const body = advertise(refs);
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  takeTurn();
  await relevantAdvertisement(body, () => false, createBreather(new AbortController().signal));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(10);
});
