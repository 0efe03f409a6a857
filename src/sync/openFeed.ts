/** An open stream of server-sent events: the answer's headers, and its text in parts. */
export interface FeedAnswer {
  readonly status: number
  readonly redirected: boolean
  header(name: string): string | null
  readonly text: AsyncIterable<string>
}

/** Resolves to undefined if there is no answer. */
export type OpenFeed = (url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<FeedAnswer | undefined>

export const openFeed: OpenFeed = async (url, headers, signal) => {
  try {
    const response = await fetch(url, { headers, credentials: 'same-origin', redirect: 'manual', cache: 'no-store', signal })
    return {
      status: response.status,
      redirected: response.type === 'opaqueredirect',
      header: (name) => response.headers.get(name),
      text: textOf(response.body),
    }
  } catch {
    return undefined
  }
}

async function* textOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

export interface FeedEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

/** Splits a stream into events; a comment is an event without a name. */
export async function* eventsOf(text: AsyncIterable<string>): AsyncIterable<FeedEvent> {
  let rest = ''
  for await (const part of text) {
    rest += part
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n')
      rest = rest.slice(end + 2)
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
          .join('\n')
      yield { event: field('event'), id: field('id'), data: field('data') }
    }
  }
}
