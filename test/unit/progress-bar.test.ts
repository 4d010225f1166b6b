import { expect, test } from 'vitest';
import { readEvents } from '../../src/cli/event-stream.js';
import { ProgressBar, progressLine } from '../../src/cli/progress-bar.js';

const steps = [
  { phase: 'RESOLVE', done: 0, total: 1 },
  { phase: 'HASH', done: 2_500, total: 5_000 },
  { phase: 'HASH', done: 5_000, total: 5_000 },
  { phase: 'PACK', done: 1, total: 2 },
  { phase: 'UPLOAD', done: 99, total: 100 },
  { phase: 'DONE', done: 1, total: 1 },
];

test('a line shows bar, percent, phase and counts, and never goes back', () => {
  expect(progressLine({ phase: 'HASH', done: 2_500, total: 5_000 })).toBe(
    '███████░░░░░░░░░░░░░░░░░░░░░░░  23 %  naming files 2,500 of 5,000',
  );
  expect(progressLine({ phase: 'UPLOAD', done: 0, total: 0 })).toContain(' 70 %  sending');
  expect(progressLine({ phase: 'FAILED', done: 0, total: 0 })).toBeUndefined();
  const percents = steps.map((step) => Number(/(\d+) %/.exec(progressLine(step) ?? '')?.[1]));
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
});

test('on a terminal the line is drawn over, elsewhere each phase gets a line', () => {
  const drawn = (isTTY: boolean) => {
    let text = '';
    const bar = new ProgressBar({ isTTY, write: (part) => (text += part) });
    for (const step of [...steps, steps[0] as (typeof steps)[number]]) bar.show(step);
    bar.end();
    return text;
  };
  expect(drawn(true).split('\r\u001b[K')).toHaveLength(steps.length + 1);
  expect(drawn(true).endsWith('done\n')).toBe(true);
  expect(drawn(false).trim().split('\n')).toHaveLength(5);
});

test('events are read however they are cut into pieces', async () => {
  const text = ':\n\nevent: next\ndata: {"a":"é\\n"}\n\n:\n\nevent: complete\ndata: \n\nevent: cut';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, 1000]) {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(new Response(body))) events.push(event);
    expect(events).toEqual([
      { event: 'next', data: { a: 'é\n' } },
      { event: 'complete', data: undefined },
    ]);
  }
});
