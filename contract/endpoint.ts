import type * as z from 'zod/mini'

/**
 * What a call does while offline: `cached` shows the cached answer, `queued` adds it to the outbox, `refused`
 * reports that it needs a connection.
 */
export type WhenOffline = 'cached' | 'queued' | 'refused'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * Who can call it: everyone, everyone with the link of a public form, or a signed-in person. permissions.ts
 * has the detailed rights.
 */
export type Access = 'public' | 'link' | 'signedIn'

type Shape = z.ZodMiniType

export interface Endpoint<
  W extends WhenOffline = WhenOffline,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
> {
  readonly method: Method
  /**
   * `/:name` is a parameter, a trailing `*` the rest; any other colon is literal (`/api/team/:id:invite`).
   */
  readonly path: string
  readonly whenOffline: W
  readonly access: Access
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer?: Answer
}

/** Declares a call once for device and server; see ARCHITECTURE.md "One flow". */
export function endpoint<
  const W extends WhenOffline,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
>(declaration: Endpoint<W, Params, Query, Body, Answer>): Endpoint<W, Params, Query, Body, Answer> {
  return declaration
}

type Out<S> = S extends Shape ? z.output<S> : never
export type ParamsOf<E> = E extends Endpoint<WhenOffline, infer P> ? Out<P> : never
export type QueryOf<E> = E extends Endpoint<WhenOffline, Shape, infer Q> ? Out<Q> : never
export type BodyOf<E> = E extends Endpoint<WhenOffline, Shape, Shape, infer B> ? Out<B> : never
export type AnswerOf<E> = E extends Endpoint<WhenOffline, Shape, Shape, Shape, infer A> ? Out<A> : never

/**
 * The address of a call: fills `:name` and `*` from params and appends the query (keys in the given order,
 * `undefined` left out, a list once per value). Slashes inside the value of `*` stay; all other special
 * characters are percent-encoded.
 */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): string {
  const filled = path
    .replace(/\*$/, () => (params['*'] ?? '').split('/').map(encodeURIComponent).join('/'))
    .replace(/(?<=\/):([A-Za-z]\w*)/g, (_, name: string) => {
      const value = params[name]
      if (value === undefined) throw new Error(`${path} needs a value for ${name}`)
      return encodeURIComponent(value)
    })
  const text = Object.entries(query)
    .flatMap(([key, value]) =>
      value === undefined ? [] : [value].flat().map((one) => `${encodeURIComponent(key)}=${encodeURIComponent(one)}`),
    )
    .join('&')
  return text ? `${filled}?${text}` : filled
}
