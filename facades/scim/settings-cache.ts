import type { Execute } from '../../schema/execute.js';
import type { Caller } from '../../src/context.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import { provisioningSettings } from './operations.js';

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
    const { settings } = await this.execute(provisioningSettings, { workspaceId }, caller);
    if (this.#known.size >= MAX_WORKSPACES) this.#known.clear();
    this.#known.set(workspaceId, { at, settings });
    return settings;
  }
}
