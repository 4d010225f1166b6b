import type { Execute } from '../../schema/execute.js';
import type { Caller } from '../../src/context.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import { DomainError } from '../../src/errors.js';
import { provisioningSettings, type SettingsInWords } from './operations.js';

/** How long settings may be trusted: as long as a token (contract §2). */
const TRUSTED_MS = 1_000;
/** Bounds the memory; when it is full it starts again. */
const MAX_WORKSPACES = 10_000;

/** The settings of each workspace, read at most once a second. */
export class SettingsCache {
  readonly #known = new Map<string, { readonly at: number; readonly settings: ProvisioningSettings }>();

  constructor(private readonly execute: Execute) {}

  async of(workspaceId: string, caller: Caller): Promise<ProvisioningSettings> {
    const known = this.#known.get(workspaceId);
    if (known && performance.now() - known.at < TRUSTED_MS) return known.settings;
    const at = performance.now();
    const answer = await this.execute(provisioningSettings, { workspaceId }, caller);
    if (!answer.settings) throw DomainError.of('WORKSPACE_NOT_FOUND', { id: workspaceId });
    const settings = toSettings(answer.settings);
    if (this.#known.size >= MAX_WORKSPACES) this.#known.clear();
    this.#known.set(workspaceId, { at, settings });
    return settings;
  }
}

/** NO_CONTENT is `noContent` to the program. */
function toSettings(words: SettingsInWords): ProvisioningSettings {
  const entries = Object.entries(words).map(([name, word]) => [
    name,
    typeof word === 'string'
      ? word.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      : word,
  ]);
  return Object.fromEntries(entries) as ProvisioningSettings;
}
