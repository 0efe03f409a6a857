interface PolicyFactory {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown
}

/**
 * Allows workers of the app itself, the only exception to the pages' policy: in browsers that enforce it,
 * `require-trusted-types-for 'script'` forbids text that becomes a script or HTML. There are no rules for
 * HTML and for scripts in text, so that these stay forbidden.
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
