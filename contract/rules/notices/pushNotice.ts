/** The kinds of notices, in the order in which a person chooses among them. */
export const noticeKinds = ['needsYou', 'due', 'review', 'rollCall', 'visitor', 'device'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The kinds that the server sends. `needsYou` is of a save on the device: its worker shows it. */
export const sentKinds = ['due', 'review', 'rollCall', 'visitor', 'device'] as const
export type SentKind = (typeof sentKinds)[number]

/** What a push message has in it. The server writes its texts in the language of the person. */
export interface PushNotice {
  /** uid of the person. The device shows it to this person only. */
  readonly to: string
  readonly title: string
  readonly body: string
  /** An address of this app, from its root. */
  readonly path: string
  /** A later notice with the same tag replaces this one. */
  readonly tag: string
  /** Stays until the person has seen it. */
  readonly isUrgent: boolean
}

/** An address of this app alone: `//elsewhere` and `https://elsewhere` are other sites. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\w\-./?=&%~]*$/.test(path)

/** Reads a message by hand, because the worker has no zod; undefined when it is not one of this server. */
export function readPushNotice(value: unknown): PushNotice | undefined {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof PushNotice, unknown>>
  const { to, title, body, path, tag } = given
  if (typeof to !== 'string' || typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return undefined
  if (typeof path !== 'string' || !isOwnPath(path)) return undefined
  return { to, title, body, path, tag, isUrgent: given.isUrgent === true }
}
