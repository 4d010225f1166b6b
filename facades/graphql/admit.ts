import type { Context as KoaContext } from 'koa';
import type { Admission } from '../../src/access/admission.js';
import type { Principal } from '../../src/context.js';
import type { AnswerType } from './media-type.js';

/** Who may come in: admin tokens, and to events external ones, which watch the pushes that they make. */
export async function admit(
  admission: Pick<Admission, 'admit'>,
  koa: KoaContext,
  type: AnswerType,
): Promise<Principal> {
  const authorization = koa.get('authorization');
  try {
    return await admission.admit('admin', authorization);
  } catch (error) {
    if (type !== 'text/event-stream') {
      throw error;
    }
    return admission.admit('external', authorization).catch(() => {
      throw error;
    });
  }
}
