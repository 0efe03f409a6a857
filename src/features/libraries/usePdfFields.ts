import { useEffect, useState } from 'react'
import type { LibraryFile } from '../../../contract/endpoints/libraries.ts'
import { isCutOff } from '../../../contract/forms/PdfConfig.ts'
import { pdfFields, prefillSource } from '../../../contract/endpoints/pdfUpload.ts'
import { readInWorker } from '../../pdf/readInWorker.ts'
import { PdfTrouble } from '../../pdf/PdfContent.ts'
import { getFile } from '../../store/files/addBlob.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'

export interface FileField {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** `trouble`: why the file can't be read. */
export type FileFields =
  | { readonly fields: readonly FileField[] /** A dynamic XFA form, which can't be filled in. */; readonly isXfa?: boolean }
  | { readonly trouble: PdfTrouble['code'] }

const known = new WeakMap<Blob, Promise<FileFields>>()

/** Returns the fillable fields of a PDF; each file is read only once. */
export function contentOf(file: Blob): Promise<FileFields> {
  const before = known.get(file)
  if (before) return before
  const read = async (): Promise<FileFields> => {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      if (isCutOff(bytes)) return { trouble: bytes.length === 0 ? 'empty' : 'truncated' }
      const { fields, isXfa } = await readInWorker(bytes)
      return {
        isXfa,
        fields: fields
          .filter(({ type, page }) => type !== 'button' && page > 0)
          .map(({ name, tooltip, type, options = [] }) => ({ name, label: tooltip ?? name, type, options })),
      }
    } catch (error) {
      return { trouble: error instanceof PdfTrouble ? error.code : 'broken' }
    }
  }
  const content = read()
  known.set(file, content)
  return content
}

/** The same as a hook: undefined until it is known. */
export function useContent(file: Blob | undefined): FileFields | undefined {
  const [found, setFound] = useState<FileFields>()
  useEffect(() => {
    let gone = false
    setFound(undefined)
    if (file)
      void contentOf(file).then((content) => {
        if (!gone) setFound(content)
      })
    return () => {
      gone = true
    }
  }, [file])
  return found
}

/**
 * Returns the fields of a PDF with its bytes on this device; `elsewhere` if they are not on it, undefined
 * until it is known.
 */
export function usePdfFields(file: File | undefined, pdf: LibraryFile | undefined): FileFields | 'elsewhere' | undefined {
  const [found, setFound] = useState<FileFields | 'elsewhere'>()
  const id = pdf?.id
  useEffect(() => {
    let gone = false
    const look = async (): Promise<FileFields | 'elsewhere'> => {
      const bytes = file ?? (id === undefined ? undefined : await getFile(id))
      return bytes ? contentOf(bytes) : 'elsewhere'
    }
    setFound(undefined)
    void look().then((fields) => {
      if (!gone) setFound(fields)
    })
    return () => {
      gone = true
    }
  }, [file, id])
  return found
}

/** Returns the fields of a PDF that only the server has. */
export function useServerFields(id: string): FileFields | undefined {
  const uid = useOwner().replace(/^u:/, '')
  const { data } = useCached(pdfFields, { userId: uid }, { file: id })
  return data && { fields: data.items.map(({ id: name, label, fieldType, options = [] }) => ({ name, label, type: fieldType, options })) }
}

/** Returns the sources from which fields can be prefilled. */
export function usePrefillSources(): readonly { readonly id: string; readonly label: string }[] {
  const uid = useOwner().replace(/^u:/, '')
  return useCached(prefillSource, { userId: uid }).data?.items ?? []
}
