interface PolicyFactory {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown
}

/**
 * The pages' policy lets text become a script or HTML nowhere (`require-trusted-types-for 'script'`), in browsers that check it. The one exception:
 * workers of the app itself. Without rules for HTML and for scripts in text these stay refused.
 */
export function guardScripts(
  types: PolicyFactory | undefined = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes,
  origin: string = location.origin,
): void {
  types?.createPolicy('default', {
    createScriptURL(address) {
      const url = new URL(address, origin)
      if (url.origin !== origin || !/^\/(?:assets\/[\w.-]+|sw\.js)$/.test(url.pathname)) throw new TypeError('This is no script of the app')
      return address
    },
  })
}
