/** An event of a stream (WHATWG HTML §9.2), its data parsed as JSON. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Reads the events of an open response as they come; comments are left out. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? new ReadableStream<Uint8Array>()) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parseEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event) {
        yield event;
      }
    }
  }
}

function parseEvent(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
  }
  const event = fields.get('event');
  const data = fields.get('data');
  return event === undefined ? undefined : { event, data: data ? JSON.parse(data) : undefined };
}
