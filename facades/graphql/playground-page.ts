import { createReadStream, existsSync, globSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context as KoaContext, Middleware } from 'koa';

/** Where the page's own files are served. */
const PREFIX = '/graphql/playground/';

/**
 * Scripts, workers, fonts and requests of our own origin alone, and nothing inline but the editor's
 * fonts and the styles that it makes as it goes. Nobody may frame the page: it holds a token.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** The playground: its page at the address of the API, its files below; all of them from this package. */
export interface Playground {
  page(koa: KoaContext): void;
  readonly files: Middleware;
}

/** Opens the playground that the build made; until there is one, the page says how to make it. */
export function openPlayground(): Playground {
  const folder = builtFolder();
  const names = new Set(folder === undefined ? [] : globSync('*', { cwd: folder }));
  return {
    page(koa) {
      secure(koa);
      koa.type = 'text/html; charset=utf-8';
      koa.set('Cache-Control', 'no-cache');
      koa.body =
        folder === undefined
          ? '<!doctype html><title>Rollcall GraphQL</title><p>Run "npm run build" to build the playground.'
          : createReadStream(join(folder, 'index.html'));
    },
    files: async (koa, next) => {
      const name = koa.path.startsWith(PREFIX) ? koa.path.slice(PREFIX.length) : '';
      const type = types[extname(name)];
      // Only names that the build made are looked up: no path leads out of the folder.
      if (folder === undefined || type === undefined || !names.has(name)) {
        return next();
      }
      secure(koa);
      koa.type = type;
      // Their names hold a hash of their content.
      koa.set('Cache-Control', 'public, max-age=31536000, immutable');
      koa.body = createReadStream(join(folder, name));
    },
  };
}

function secure(koa: KoaContext): void {
  koa.set('Content-Security-Policy', POLICY);
  koa.set('X-Content-Type-Options', 'nosniff');
  koa.set('Referrer-Policy', 'no-referrer');
  koa.set('Cross-Origin-Opener-Policy', 'same-origin');
  koa.vary('Accept');
}

/** dist/playground, seen from dist/facades/graphql and from facades/graphql. */
function builtFolder(): string | undefined {
  return ['../../playground', '../../dist/playground']
    .map((path) => join(import.meta.dirname, path))
    .find((path) => existsSync(join(path, 'index.html')));
}
