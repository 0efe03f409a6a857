import { inParentFrame } from './inParentFrame.ts'

/**
 * Messages to the page that shows ours in a frame, or to the native app that shows it in its browser.
 * Messages are plain text: out `ping` until the other side answers `ping`; in `ping.height` → out
 * `ping.height:<pixels>`; in `setlang.<code>`; out `kioskrestart` and all messages that the page data asks to
 * post.
 */
export const pingEvery = 100
export const pingFor = 10_000
/** Configured messages: the first after 50 ms, the others 25 ms apart. */
export const postStart = 50
export const postEvery = 25

export interface FrameEnds {
  /** Sends a message to the other side. */
  post(message: unknown): void
  /** Calls back for every message from a trusted other side; returns a function that unsubscribes. */
  listen(listener: (message: unknown) => void): () => void
  height(): number
  language(code: string): void
}

export interface ParentFrame {
  /** Sends now if the other side has answered, otherwise as soon as it does. */
  send(message: unknown): void
  /** Sends the messages of the page data, staggered. Returns a function that cancels the rest. */
  sendAll(messages: readonly unknown[]): () => void
  close(): void
}

export function connectParent(ends: FrameEnds): ParentFrame {
  let answered = false
  let waiting: unknown[] = []
  const started = Date.now()

  const ping = setInterval(() => {
    if (answered || Date.now() - started >= pingFor) clearInterval(ping)
    else ends.post('ping')
  }, pingEvery)
  ends.post('ping')

  const stop = ends.listen((message) => {
    if (message === 'ping' || message === 'pong') {
      if (answered) return
      answered = true
      clearInterval(ping)
      const queued = waiting
      waiting = []
      for (const item of queued) ends.post(item)
    } else if (message === 'ping.height') ends.post(`ping.height:${ends.height()}`)
    else if (typeof message === 'string' && message.startsWith('setlang.')) ends.language(message.slice('setlang.'.length))
  })

  const send = (message: unknown) => {
    if (answered) ends.post(message)
    else waiting.push(message)
  }

  return {
    send,
    sendAll(messages) {
      const timers = messages.map((message, index) => setTimeout(() => send(message), postStart + index * postEvery))
      return () => {
        for (const timer of timers) clearTimeout(timer)
      }
    },
    close() {
      clearInterval(ping)
      stop()
    },
  }
}

/**
 * Returns our own origin and those that the server's operator configured in `<meta name="frame-origins">`;
 * `*.` matches any subdomain.
 */
export function trustedOrigins(): readonly string[] {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="frame-origins"]')?.content.split(/\s+/).filter(Boolean) ?? []
  return [location.origin, ...configured]
}

export function isTrusted(origin: string, trusted: readonly string[]): boolean {
  return trusted.some((one) => {
    const [before, after] = one.split('*.')
    return after === undefined ? one === origin : origin.startsWith(before ?? '') && origin.endsWith(`.${after}`)
  })
}

/** Connects to the other side of this window if there is a trusted one, otherwise undefined. */
export function parentEnds(on: Pick<FrameEnds, 'language'>): FrameEnds | undefined {
  const shell = window.MusterShell
  const trusted = trustedOrigins()
  const told = location.ancestorOrigins?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined)
  // The parent page hides its address: send to each trusted origin, so that only a trusted page receives the
  // message.
  let origins = told === undefined ? trusted.filter((one) => !one.includes('*')) : [told].filter((one) => isTrusted(one, trusted))
  if (!shell && (!inParentFrame() || origins.length === 0)) return undefined
  return {
    post(message) {
      if (shell) shell.postMessage(typeof message === 'string' ? message : JSON.stringify(message))
      else for (const origin of origins) window.parent.postMessage(message, origin)
    },
    listen(listener) {
      const receive = (event: MessageEvent<unknown>) => {
        if (shell) {
          if (event.source === window || event.source === null) listener(event.data)
        } else if (event.source === window.parent && isTrusted(event.origin, trusted)) {
          origins = [event.origin]
          listener(event.data)
        }
      }
      addEventListener('message', receive)
      return () => removeEventListener('message', receive)
    },
    height: () => document.body.scrollHeight,
    language: on.language,
  }
}
