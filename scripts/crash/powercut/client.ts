import { createCipheriv, createHash } from 'node:crypto'
import { newId } from '../../../server/domain/newId.ts'

export interface Session {
  readonly uid: string
  readonly device: string
  readonly cookie: string
}

export interface Upload {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

const form = 'forms/hazard-report'
const tus = { 'tus-resumable': '1.0.0' }
export const partBytes = 64 * 1024

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The bytes of an upload follow from its id, so that a later process can send the rest of them. */
export function contentOf(id: string, size: number): Buffer {
  const key = createHash('sha256').update(id).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}

export const uploadOf = (size: number): Upload => {
  const id = newId()
  return { id, size, sha256: sha256(contentOf(id, size)) }
}

/** One saved record: its path, the key of the save and what it contains. */
export interface Save {
  readonly path: string
  readonly opId: string
  readonly rev: number
  readonly text: string
  readonly file?: Upload | undefined
}

/** The requests of one device. */
export class Client {
  readonly url: string
  readonly session: Session
  #seq = Date.now()

  constructor(url: string, session: Session) {
    this.url = url
    this.session = session
  }

  async ask(method: string, path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer | string } = {}) {
    const { uid, device, cookie } = this.session
    return fetch(this.url + path, {
      method,
      headers: { cookie, 'x-actor': uid, 'x-device': device, ...headers },
      ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} at ${new Date().toISOString()} got no answer`, { cause })
    })
  }

  async #json<Body>(method: string, path: string, value?: unknown, headers: Record<string, string> = {}): Promise<Body> {
    const answer = await this.ask(method, path, {
      headers: { ...headers, ...(value !== undefined && { 'content-type': 'application/json' }) },
      ...(value !== undefined && { body: JSON.stringify(value) }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Body
  }

  async save({ path, opId, rev, text, file }: Save, before?: Save): Promise<void> {
    const modelOf = (of: Save) => ({
      hazard_type: 'slip',
      description: of.text,
      ...(of.file && { photos: [{ id: of.file.id, url: `/api/files/${of.file.id}`, filename: 'gate.jpg' }] }),
    })
    await this.#json(
      'POST',
      `/api/data/${path}`,
      { payload: modelOf({ path, opId, rev, text, file }), base: before ? modelOf(before) : null, ...(file && { files: [file] }) },
      { 'idempotency-key': opId, 'x-seq': String(++this.#seq), 'if-match': `"${rev - 1}"` },
    )
  }

  newSave = (text: string, file?: Upload): Save => ({ path: `${form}/${newId()}`, opId: newId(), rev: 1, text, file })

  /** Which of these saves the server has applied. */
  async applied(opIds: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>()
    for (let at = 0; at < opIds.length; at += 500) {
      const { applied } = await this.#json<{ applied: { opId: string }[] }>('POST', '/api/outbox:reconcile', {
        opIds: opIds.slice(at, at + 500),
      })
      for (const { opId } of applied) found.add(opId)
    }
    return found
  }

  /** All records of the form: revision and description by path. */
  async records(): Promise<Map<string, { rev: number; text: string }>> {
    const found = new Map<string, { rev: number; text: string }>()
    for (let cursor = ''; ; ) {
      const page = await this.#json<{ records: { path: string; rev: number; model: { description?: string } }[]; next?: string }>(
        'GET',
        `/api/records/${form}?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      for (const { path, rev, model } of page.records) found.set(path, { rev, text: model.description ?? '' })
      if (page.next === undefined) return found
      cursor = page.next
    }
  }

  create = async ({ id, size, sha256: sum }: Upload): Promise<number> => {
    const values = { id, sha256: sum, filename: 'gate.jpg', type: 'image/jpeg' }
    const words = Object.entries(values).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    return (
      await this.ask('POST', '/api/uploads', { headers: { ...tus, 'upload-length': String(size), 'upload-metadata': words.join(',') } })
    ).status
  }

  /** Bytes that the server has of an upload; undefined if it does not know the upload. */
  async offsetOf({ id }: Upload): Promise<number | undefined> {
    const answer = await this.ask('HEAD', `/api/uploads/${id}`, { headers: tus })
    return answer.status === 404 ? undefined : Number(answer.headers.get('upload-offset') ?? -1)
  }

  /** Sends the next part. Returns the status and the acknowledged offset. */
  async sendPart({ id, size }: Upload, at: number): Promise<{ status: number; offset: number; text: string }> {
    const answer = await this.ask('PATCH', `/api/uploads/${id}`, {
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
      body: contentOf(id, size).subarray(at, at + partBytes),
    })
    const { status, headers } = answer
    return { status, offset: Number(headers.get('upload-offset') ?? -1), text: await answer.text() }
  }

  hasReceipt = async ({ id }: Upload): Promise<boolean> => (await this.ask('GET', `/api/files/${id}/receipt`)).status === 200

  async fileSum({ id }: Upload): Promise<string | undefined> {
    const answer = await this.ask('GET', `/api/files/${id}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return answer.status === 200 ? sha256(bytes) : undefined
  }
}
