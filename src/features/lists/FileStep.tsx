import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { type FileTable, TableTrouble, type TableTroubleCode } from '../../../contract/tables/FileTable.ts'
import { readInWorker } from './files/readInWorker.ts'
import * as styles from './lists.module.css'

export interface ReadFile {
  readonly name: string
  readonly table: FileTable
}

/** What is wrong with a file and what to do. */
function useTroubleWords(): Readonly<Record<TableTroubleCode, string>> {
  const { t } = useLingui()
  return {
    empty: t`The file has no rows. Choose another one.`,
    tooLarge: t`The file is too large. Split it into files of at most 50,000 rows and 20 MB.`,
    tooManyRows: t`The file has more than 50,000 rows. Split it into smaller files.`,
    tooManyColumns: t`The file has more than 200 columns. Delete those that the list does not need.`,
    oldExcel: t`This is an old Excel file (.xls) or has a password. Save it as .xlsx without a password.`,
    pdf: t`This is a PDF. Export the list as CSV or Excel (.xlsx) instead.`,
    notATable: t`This is not a table. Choose a CSV file or an Excel file (.xlsx).`,
    damaged: t`The file is damaged. Open it in Excel, save it again as .xlsx, and choose the new file.`,
    openQuote: t`A quotation mark (") is opened but not closed. Correct the file, or save it as .xlsx.`,
  }
}

interface FileStepProps {
  /** The last file was checked and waits for its import. */
  readonly another: boolean
  readonly onRead: (file: ReadFile) => void
}

/** Takes a file or pasted rows. The list is not changed yet. */
export function FileStep({ another, onRead }: FileStepProps) {
  const { t } = useLingui()
  const troubles = useTroubleWords()
  const area = useRef<HTMLElement>(null)
  const chosen = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  const [trouble, setTrouble] = useState<TableTroubleCode>()
  const [reading, setReading] = useState(false)
  const read = async (name: string, file: Blob) => {
    setTrouble(undefined)
    setReading(true)
    try {
      onRead({ name, table: await readInWorker(file) })
    } catch (error) {
      setTrouble(error instanceof TableTrouble ? error.code : 'damaged')
    } finally {
      setReading(false)
    }
  }
  useDroppedFile(area, (file) => void read(file.name, file))
  return (
    <section ref={area} className={styles.column} aria-label={t`New import`}>
      {trouble !== undefined && <Notice level="error">{troubles[trouble]}</Notice>}
      <p>
        <Trans>Choose a CSV or Excel file (.xlsx), or drop it here. Nothing changes before you have seen what it does.</Trans>
      </p>
      <div className={styles.bar}>
        <Button kind={another ? 'plain' : 'primary'} busy={reading} onClick={() => chosen.current?.click()}>
          {another ? t`Choose another file` : t`Choose a file`}
        </Button>
        <input
          ref={chosen}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          hidden
          aria-label={t`Choose a file`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void read(file.name, file)
          }}
        />
      </div>
      <TextArea label={t`Or paste rows here`} rows={4} value={pasted} onChange={({ target }) => setPasted(target.value)} />
      {pasted.trim() !== '' && (
        <div className={styles.bar}>
          <Button busy={reading} onClick={() => read(t`Pasted rows`, new Blob([pasted]))}>{t`Use the pasted rows`}</Button>
        </div>
      )}
    </section>
  )
}

/** Takes the first file that is dropped on the element. */
function useDroppedFile(area: RefObject<HTMLElement | null>, take: (file: File) => void): void {
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) take(file)
  })
  useEffect(() => {
    const element = area.current
    const allow = (event: DragEvent) => event.preventDefault()
    const listener = (event: DragEvent) => drop(event)
    element?.addEventListener('dragover', allow)
    element?.addEventListener('drop', listener)
    return () => {
      element?.removeEventListener('dragover', allow)
      element?.removeEventListener('drop', listener)
    }
  }, [area])
}
