/** Browsers have passkeys on secure addresses with a name alone; an address of digits has none. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext === true && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
