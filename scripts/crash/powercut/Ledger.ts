import { Client, type Save, type Session, type Upload } from './client.ts'

interface Known<Item> {
  readonly item: Item
  readonly session: Session
  /** Length of the log when its answer came; what is before that is what the answer rests on. */
  readonly at: number
}

/** An upload under way: the bytes that the server acknowledged, and when. */
export interface Begun {
  readonly upload: Upload
  readonly session: Session
  acknowledged: { readonly bytes: number; readonly at: number }[]
}

/** What the server has acknowledged. */
export class Ledger {
  #saves: Known<Save>[] = []
  #files: Known<Upload>[] = []
  /** Uploads that are not complete. The next load goes on with them. */
  begun: Begun[] = []
  again = 0
  #parts = 0
  #moments: number[] = []

  addSave(item: Save, session: Session, at: number): void {
    this.#saves.push({ item, session, at })
    this.#moments.push(at)
  }

  addFile(item: Upload, session: Session, at: number): void {
    this.#files.push({ item, session, at })
    this.#moments.push(at)
  }

  addPart(begun: Begun, bytes: number, at: number): void {
    begun.acknowledged.push({ bytes, at })
    this.#moments.push(at)
    this.#parts++
  }

  /** Moments of acknowledgements in this round. */
  get moments(): readonly number[] {
    return this.#moments
  }

  /** The power was cut at this length of the log: later answers never happened. */
  forgetAfter(cut: number): void {
    const kept = <Item extends { readonly at: number }>(items: readonly Item[]) => items.filter(({ at }) => at <= cut)
    const durable = <Item>(items: readonly Known<Item>[]) => kept(items).map((known) => ({ ...known, at: 0 }))
    this.#saves = durable(this.#saves)
    this.#files = durable(this.#files)
    const complete = new Set(this.#files.map(({ item }) => item.id))
    this.begun = this.begun
      .filter(({ upload }) => !complete.has(upload.id))
      .map((one) => ({ ...one, acknowledged: kept(one.acknowledged).map(({ bytes }) => ({ bytes, at: 0 })) }))
    this.#moments = []
  }

  get totals() {
    return { saves: this.#saves.length, files: this.#files.length, parts: this.#parts }
  }

  get summary(): string {
    const { saves, files, parts } = this.totals
    return `${saves} saves, ${files} files, ${parts} parts acknowledged so far`
  }

  /** Asks a server for everything. Returns what is missing, and expects it no more. */
  async check(url: string, sessions: readonly Session[]): Promise<string[]> {
    const findings = [...(await this.#missingSaves(url, sessions)), ...(await this.#missingFiles(url)), ...(await this.#missingParts(url))]
    return findings
  }

  async #missingSaves(url: string, sessions: readonly Session[]): Promise<string[]> {
    const [first] = sessions
    if (!first) return []
    const records = await new Client(url, first).records()
    const applied = new Set<string>()
    for (const session of sessions) {
      const own = this.#saves.filter((known) => known.session === session).map(({ item }) => item.opId)
      for (const opId of await new Client(url, session).applied(own)) applied.add(opId)
    }
    const findings: string[] = []
    const isThere = ({ item: { path, opId, rev, text } }: Known<Save>) => {
      const record = records.get(path)
      if (!applied.has(opId)) findings.push(`the receipt of save ${opId} is lost`)
      else if (!record || record.rev < rev) findings.push(`revision ${rev} of ${path} is lost`)
      else if (record.rev === rev && record.text !== text) findings.push(`revision ${rev} of ${path} has another text`)
      else return true
      return false
    }
    this.#saves = this.#saves.filter(isThere)
    return findings
  }

  async #missingFiles(url: string): Promise<string[]> {
    const findings: string[] = []
    const kept: Known<Upload>[] = []
    for (const known of this.#files) {
      const client = new Client(url, known.session)
      const sum = await client.fileSum(known.item)
      if (!(await client.hasReceipt(known.item))) findings.push(`the receipt of file ${known.item.id} is lost`)
      else if (sum !== known.item.sha256) findings.push(`file ${known.item.id} is ${sum === undefined ? 'lost' : 'damaged'}`)
      else kept.push(known)
    }
    this.#files = kept
    return findings
  }

  async #missingParts(url: string): Promise<string[]> {
    const findings: string[] = []
    for (const one of this.begun) {
      const most = Math.max(-1, ...one.acknowledged.map(({ bytes }) => bytes))
      if (most < 0) continue
      const offset = await new Client(url, one.session).offsetOf(one.upload)
      if (offset === undefined) findings.push(`upload ${one.upload.id} of ${one.upload.size} bytes is unknown, ${most} were acknowledged`)
      else if (offset < most) findings.push(`upload ${one.upload.id} has ${offset} bytes, ${most} were acknowledged`)
      if (offset === undefined || offset < most) one.acknowledged = []
    }
    return findings
  }
}
