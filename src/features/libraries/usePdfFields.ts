import { useEffect, useState } from 'react'
import type { LibraryFile } from '../../../contract/libraries.ts'
import { pdfFields, prefillSource } from '../../../contract/pdfUpload.ts'
import { readInWorker } from '../../pdf/inWorker.ts'
import { PdfTrouble } from '../../pdf/shapes.ts'
import { getFile } from '../../store/blobs.ts'
import { useCached } from '../../store/cached.ts'
import { useOwner } from '../../store/owner.ts'

export interface FileField {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** `trouble`: why the file can not be read. */
export type FileFields = { readonly fields: readonly FileField[] } | { readonly trouble: PdfTrouble['code'] }

/** The fields of a PDF whose bytes are on this device; `elsewhere` where they are not, undefined until it is known. */
export function usePdfFields(file: File | undefined, pdf: LibraryFile | undefined): FileFields | 'elsewhere' | undefined {
  const [found, setFound] = useState<FileFields | 'elsewhere'>()
  const id = pdf?.id
  useEffect(() => {
    let gone = false
    const look = async (): Promise<FileFields | 'elsewhere'> => {
      const bytes = file ?? (id === undefined ? undefined : await getFile(id))
      if (!bytes) return 'elsewhere'
      try {
        const { fields } = await readInWorker(new Uint8Array(await bytes.arrayBuffer()))
        return {
          fields: fields
            .filter(({ type, page }) => type !== 'button' && page > 0)
            .map(({ name, tooltip, type, options = [] }) => ({ name, label: tooltip ?? name, type, options })),
        }
      } catch (error) {
        return { trouble: error instanceof PdfTrouble ? error.code : 'broken' }
      }
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

/** The fields of a PDF that only the server has. */
export function useServerFields(id: string): FileFields | undefined {
  const uid = useOwner().replace(/^u:/, '')
  const { data } = useCached(pdfFields, { userId: uid }, { file: id })
  return data && { fields: data.items.map(({ id: name, label, fieldType, options = [] }) => ({ name, label, type: fieldType, options })) }
}

/** What fields can be filled in with. */
export function usePrefillSources(): readonly { readonly id: string; readonly label: string }[] {
  const uid = useOwner().replace(/^u:/, '')
  return useCached(prefillSource, { userId: uid }).data?.items ?? []
}
