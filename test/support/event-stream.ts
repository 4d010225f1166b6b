/** An event of a stream (WHATWG HTML §9.2). */
export interface StreamEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into data of every shape, and fails where one differs.
  readonly data: any;
}

/** Reads the events of an open response as they come. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      text = text.slice(end + 2);
      const data = fields.get('data');
      if (fields.has('event'))
        yield { event: fields.get('event') ?? '', data: data ? JSON.parse(data) : undefined };
    }
  }
}
