import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

/** Where the pictures of the last run are, for people to look at. */
const PICTURES = resolve('dist/pictures');

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  mkdirSync(PICTURES, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

interface Visit {
  readonly page: Page;
  /** Every host that the page asked. */
  readonly hosts: ReadonlySet<string>;
  /** What the browser complained of: scripts that failed, and what the content security policy forbade. */
  readonly complaints: readonly string[];
}

async function visit(): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) {
      hosts.add(new URL(request.url()).host);
    }
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/.test(message.text())) {
      complaints.push(message.text().slice(0, 300));
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${service.baseUrl}/graphql`);
  await page.getByRole('button', { name: 'Connect' }).waitFor();
  return { page, hosts, complaints };
}

async function connect(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Connected.').waitFor();
}

/**
 * Runs one of a tab's operations by name. The button offers names once the editor has read the tab with the
 * schema; before that a click runs the tab as it stands, so the menu is waited for.
 */
async function run(page: Page, operation: string): Promise<void> {
  await page.locator('.graphiql-execute-button[aria-haspopup="menu"]').click();
  await page.getByRole('menuitem', { name: operation }).click();
}

const result = (page: Page) =>
  page.locator('section.result-window, .graphiql-response .result-window').first();

test('opens, runs a query with a token and shows its result, and asks no other host', async () => {
  const tenant = await service.newTenant();
  const { page, hosts, complaints } = await visit();
  await page.screenshot({ path: resolve(PICTURES, 'playground-before.png') });
  await connect(page, tenant.tokens.admin);
  await page.locator('.graphiql-query-editor .view-lines').getByText('Rollcall GraphQL').waitFor();
  await page.locator('.graphiql-execute-button').click();
  await result(page).getByText('"admin token"').waitFor();
  await page.screenshot({ path: resolve(PICTURES, 'playground.png') });

  await page.getByRole('button', { name: /Documentation Explorer/ }).click();
  await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).first().click();
  await page.locator('.graphiql-doc-explorer').getByText('workspaces').first().waitFor();
  await page.screenshot({ path: resolve(PICTURES, 'playground-docs.png') });

  expect([...hosts]).toEqual([new URL(service.baseUrl).host]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('has a tab for each job, whose variables name the workspace, and runs one', async () => {
  const tenant = await service.newTenant();
  const { page, complaints } = await visit();
  await connect(page, tenant.tokens.admin);
  const tabs = page.getByRole('tab');
  expect((await tabs.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '')).toHaveLength(
    5,
  );
  await tabs.nth(1).click();
  await page.locator('.graphiql-editor-tool .view-lines').getByText(tenant.id).first().waitFor();
  await run(page, 'CreateGroup');
  await result(page).getByText('"Support"').waitFor();
  await page.screenshot({ path: resolve(PICTURES, 'playground-groups.png') });
  expect(complaints).toEqual([]);
  await page.close();
});

test('the header editor names another token, and events come as they happen', async () => {
  const tenant = await service.newTenant();
  const { page } = await visit();
  await connect(page, service.adminToken);
  await page.locator('.graphiql-tab-button').nth(4).click();
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.locator('.graphiql-editor-tool .monaco-editor').last().click();
  await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${tenant.tokens.admin}` }));
  const subscribed = page.waitForResponse(
    (response) => response.headers()['content-type']?.startsWith('text/event-stream') ?? false,
  );
  await run(page, 'Watch');
  await subscribed;
  await service.graphql('mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
    input: { workspaceId: tenant.id, userName: 'seen@example.com' },
  });
  await result(page).getByText('"seen@example.com"').first().waitFor();
  await page.screenshot({ path: resolve(PICTURES, 'playground-events.png') });
  await page.close();
});

test('a token that is refused is told so', async () => {
  const { page } = await visit();
  await page.getByLabel('Admin token').fill('rca_wrong');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('This token was refused.').waitFor();
  await page.close();
});
