/** Where to go instead, when the page came over plain http: the device's storage and the worker need a secure origin. */
export function httpsAddress(place: Pick<Location, 'protocol' | 'hostname' | 'href'>, allowHttp: boolean): string | undefined {
  const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(place.hostname)
  return place.protocol === 'http:' && !local && !allowHttp ? place.href.replace(/^http:/, 'https:') : undefined
}

/** A server in a closed network may turn the redirect off with `<meta name="allow-http" content="true">` (decision OQ-120). */
export const httpAllowed = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="allow-http"]')?.content === 'true'
