/**
 * Returns the https address if the page was opened over plain http, otherwise undefined: storage and the
 * service worker need a secure origin.
 */
export function httpsAddress(place: Pick<Location, 'protocol' | 'hostname' | 'href'>, allowHttp: boolean): string | undefined {
  const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(place.hostname)
  return place.protocol === 'http:' && !local && !allowHttp ? place.href.replace(/^http:/, 'https:') : undefined
}

/**
 * A server in a closed network may turn off the redirect with `<meta name="allow-http" content="true">`
 * (decision OQ-120).
 */
export const httpAllowed = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="allow-http"]')?.content === 'true'
