import type { DataStore } from '@tus/server'
import type { Readable } from 'node:stream'

/** Where the upload protocol puts the bytes of unfinished uploads. */
export interface UploadStore extends DataStore {
  /** Resolves when what has arrived of this upload is stored. */
  settled(id: string): Promise<void>
}

/** The files of people: a folder, or a bucket of an object store. An upload arrives first and is then complete. */
export interface FileStore {
  /** A local folder for bodies of requests. Nothing in it outlives its request. */
  readonly spool: string
  readonly uploads: UploadStore
  /** Bytes of an arriving file; undefined if there is none. */
  arrived(id: string): Promise<number | undefined>
  /**
   * Cuts an arriving file to the bytes that the database counts, if the others are from before the start of this process:
   * a power cut may have torn them. Call it before an upload goes on. A bucket has no such bytes.
   */
  dropUncounted(id: string, counted: number): Promise<void>
  /**
   * Checks the bytes of an arriving file and makes it complete. When it resolves, the file survives a power cut.
   * Safe to repeat. `absent`: bytes are missing. A sealed (encrypted) file is decrypted on the way; a complete
   * file only ever has the plain content.
   */
  finish(id: string, expected: ExpectedFile): Promise<'whole' | 'mismatch' | 'absent'>
  /** Writes all bytes of an arriving file at once. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Writes a complete file at once, or replaces it. The caller has checked the bytes. */
  putComplete(id: string, bytes: Uint8Array): Promise<void>
  /** Deletes an arriving file. */
  drop(id: string): Promise<void>
  /** Deletes a complete file. */
  remove(id: string): Promise<void>
  /** Bytes of a complete file; undefined if there is none. */
  size(id: string): Promise<number | undefined>
  /** Ids of all complete files. */
  ids(): AsyncIterable<string>
  /**
   * Ids of files stored before a moment. Reads only every `parts`-th part of the store, starting with number
   * `part`.
   */
  older(before: Date, part: number, parts: number): Promise<string[]>
  /**
   * What arriving files have left, stored before a moment: ids for `drop`. Some may still be unfinished uploads. A stop
   * may leave others, which are no ids of uploads.
   */
  leftovers(before: Date): Promise<string[]>
  /** A complete file, or its bytes `start` to `end`, both included. Rejects if there is no such file. */
  read(id: string, range?: ByteRange): Promise<Readable>
  /** What `writeMark` has written; undefined before. */
  readMark(): Promise<string | undefined>
  /** Writes which site the store belongs to, beside the files. */
  writeMark(mark: string): Promise<void>
  /** Whether the store answers; resolves within two seconds. */
  ready(): Promise<boolean>
}

/** The name of the mark, in a folder and in a bucket. */
export const markName = 'site'
/** The mark that a restore writes before the first file. Its database claims the place with the last row. */
export const restoringMark = 'restoring'

export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** `sha256` in hexadecimal digits, of the plain content. */
export interface ExpectedFile {
  readonly size: number
  readonly sha256: string
  readonly sealed?: Sealed | undefined
}

/**
 * `size` is the number of encrypted bytes; `open` returns their content, or undefined if they can't be
 * decrypted.
 */
export interface Sealed {
  readonly size: number
  open(bytes: Buffer): Buffer | undefined
}
