/** Browsers support passkeys only on secure addresses with a host name, not on IP addresses. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext === true && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
