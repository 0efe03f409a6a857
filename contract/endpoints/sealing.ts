import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * A shared device seals its pending saves for the server: after the log-out no one can open such an envelope
 * on the device, but it can still be sent, exported and imported (sync.md §3.11).
 *
 * An envelope is bytes: `MS` and the version (3), the id of the server's key (8), the public half of a key
 * made for this envelope (65, P-256, uncompressed), the nonce (12), then AES-256-GCM with its tag (16). The
 * content key is HKDF-SHA256 over ECDH of the two keys, salted with both public halves, with `sealContext` as
 * info; the tag covers it too, so an envelope opens for one id and one owner only.
 */
export const sealVersion = 1

export const sealSizes = { mark: 3, keyId: 8, publicKey: 65, nonce: 12, head: 88, tag: 16 } as const

/** Bytes that sealing adds. */
export const sealOverhead = sealSizes.head + sealSizes.tag

/**
 * `id` is the id of the operation or file; `owner` as on the device: `u:<uid>`, or `p:` when no one is signed
 * in.
 */
export const sealContext = (id: string, owner: string): string => `${id}|${owner}|${sealVersion}`

/** The id for the name and type of a file, which are sealed separately from its bytes: `{filename, type}`. */
export const sealedName = (fileId: string): string => `${fileId}.name`

/** The body of a sealed write: the envelope of its JSON in base64url. */
export const SealedBody = z.object({ sealed: z.string() })
export type SealedBody = z.output<typeof SealedBody>

export const SealTo = z.object({
  /** Id of the key, base64url of 8 bytes. */
  id: z.string(),
  /** Its public half, base64url of 65 bytes. */
  key: z.string(),
})
export type SealTo = z.output<typeof SealTo>

/** The current key to seal for. The server can still open envelopes for its earlier keys. */
export const getSealKey = endpoint({
  method: 'GET',
  path: '/api/seal-key',
  whenOffline: 'refused',
  access: 'public',
  answer: SealTo,
})

/**
 * The content keys of the caller's own envelopes, so that they can read again the work they left on a shared
 * device. `head` is the first 88 bytes of an envelope in base64url. Keys are derived for the caller, so the
 * answer does not open the envelope of another person. Unknown keys are left out.
 */
export const openSeals = endpoint({
  method: 'POST',
  path: '/api/seals:open',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({
    items: z.array(z.object({ id: z.string().check(z.maxLength(80)), head: z.string().check(z.maxLength(120)) })).check(z.maxLength(500)),
  }),
  answer: z.object({ keys: z.array(z.object({ id: z.string(), key: z.string() })) }),
})

/** Ids of sealed data that is neither an operation nor a file: a draft that waits for its person. */
export const sealedDraft = (id: string): string => `draft.${id}`
