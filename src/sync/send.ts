/**
 * One request. `anonymous` omits the session cookie: work of the anonymous owner is never sent under the
 * current user.
 */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Blob | undefined
  anonymous: boolean
  /** Return a successful answer as bytes (`blob`) instead of text. */
  bytes?: boolean | undefined
  /** Timeout of the answer, ms (default 30 s). */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

/** none: no answer. Otherwise an answer from any sender; `text` is undefined if the body was incomplete. */
export type WireAnswer =
  | { kind: 'none'; aborted: boolean }
  | {
      kind: 'answer'
      status: number
      statusText?: string | undefined
      redirected: boolean
      header(name: string): string | null
      text: string | undefined
      blob?: Blob | undefined
    }

export type Send = (request: WireRequest) => Promise<WireAnswer>

export const answerTimeout = 30_000

/**
 * The only fetch for the page's data requests. It does not follow redirects: our server never redirects API
 * calls, but a captive portal does.
 */
export const send: Send = async ({ method, url, headers, body, anonymous, bytes, timeout = answerTimeout, signal }) => {
  const limit = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      credentials: anonymous ? 'omit' : 'same-origin',
      redirect: 'manual',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const blob = bytes && response.ok ? await response.blob().catch(() => undefined) : undefined
    const text = blob ? '' : await response.text().catch(() => undefined)
    return {
      kind: 'answer',
      status: response.status,
      statusText: response.statusText,
      redirected: response.type === 'opaqueredirect',
      header: (name) => response.headers.get(name),
      text,
      ...(blob && { blob }),
    }
  } catch {
    return { kind: 'none', aborted: signal?.aborted ?? false }
  }
}
