/**
 * Stands in for zod in the app's build, in the contract's modules that only declare calls: the server checks what arrives, the device never does,
 * so the first paint does not carry the checker. A shape that the device tries to use throws; a builder that is missing here fails the build.
 * Settings of forms are checked on the device too (playground): contract/fields.ts and settings.ts keep the real one.
 */
const refuse = () => {
  throw new Error('The device does not check shapes')
}

const shape: unknown = new Proxy(() => undefined, {
  apply: () => shape,
  get: (_, name) => (name === 'parse' || name === 'safeParse' || name === 'parseAsync' || name === 'safeParseAsync' ? refuse : shape),
})

const build = shape as (...parts: unknown[]) => unknown

export {
  build as array,
  build as boolean,
  build as custom,
  build as enum,
  build as extend,
  build as int,
  build as lazy,
  build as literal,
  build as maxLength,
  build as minLength,
  build as nullable,
  build as number,
  build as object,
  build as optional,
  build as positive,
  build as record,
  build as regex,
  build as strictObject,
  build as string,
  build as tuple,
  build as union,
  build as unknown,
}
