/** What a client prefers to get back from a write (RFC 7240 §4.2); undefined when it does not say. */
export function returnPreference(header: string | undefined): 'minimal' | 'representation' | undefined {
  const preference = /(?:^|[,;])\s*return\s*=\s*"?(minimal|representation)"?\s*(?=$|[,;])/i.exec(
    header ?? '',
  )?.[1];
  return preference?.toLowerCase() as 'minimal' | 'representation' | undefined;
}
