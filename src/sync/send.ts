/** One request. `anonymous` leaves the session cookie out: work that nobody signed for is never sent under whoever is signed in now. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Blob | undefined
  anonymous: boolean
  /** A good answer is wanted as bytes (`blob`), not as text. */
  bytes?: boolean | undefined
  /** ms until the answer counts as lost (default 30 s). */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

/** none: no answer at all. Else what came, from whoever it came; `text` undefined means that the body broke off. */
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

/** The only fetch of the page's data calls. Redirects are not followed: our server never sends one to a program, a Wi-Fi's sign-in page does. */
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
