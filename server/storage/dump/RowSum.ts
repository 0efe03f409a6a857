import { createHash } from 'node:crypto'

const size = 2n ** 256n

/**
 * Counts rows, and adds up their SHA-256. Two tables have the same digest if they have the same rows, in any
 * order, so that no database has to sort them.
 */
export class RowSum {
  rows = 0
  #sum = 0n

  add(row: string): void {
    this.rows++
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % size
  }

  /** 64 hexadecimal digits. */
  get digest(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}
