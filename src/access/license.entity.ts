import { defineEntity, p } from '@mikro-orm/core';

const LicenseSchema = defineEntity({
  name: 'License',
  tableName: 'licenses',
  properties: {
    /** Always 1: an instance has at most one installed licence. */
    id: p.smallint().primary().autoincrement(false),
    jws: p.text(),
    installedAt: p.datetime(3),
  },
  checks: [{ name: 'licenses_single_row', expression: 'id = 1' }],
});

/** The licence installed through GraphQL; `LICENSE_KEY` wins over it. */
export class License extends LicenseSchema.class {}
LicenseSchema.setClass(License);
