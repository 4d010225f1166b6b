import type { Context as KoaContext } from 'koa';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The address under which the caller reaches the service, without a trailing slash: `PUBLIC_URL`, else
 * what the Host header says if it is one, else nothing, which leaves links relative (RFC 9110 §10.2.2).
 * Never `X-Forwarded-*`, which anybody can send.
 */
export function publicUrl(koa: KoaContext, configured: string | undefined): string {
  const host = koa.get('host');
  return configured ?? (HOST.test(host) ? `http://${host}` : '');
}
