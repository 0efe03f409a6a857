import { t as now } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { LibraryDocument, LibraryType } from '../../../contract/endpoints/libraries.ts'
import { maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { useTableWords } from '../../tables/useTableWords.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FormFields } from './FormFields.tsx'
import { type DocumentValues, saveDocument } from './saveDocument.ts'
import { contentOf, type FileFields, useContent } from './usePdfFields.ts'
import * as tablesStyles from '../../tables/tables.module.css'

interface DocumentDialogProps {
  readonly type: LibraryType
  /** Path for saves of documents: `libraries/{key}/documents`. */
  readonly path: string
  /** Undefined for a new document. */
  readonly document: LibraryDocument | undefined
  onClose(): void
}

const valuesOf = (row: LibraryDocument | undefined): DocumentValues => ({
  name: row?.name ?? '',
  description: row?.description ?? '',
  effectiveDate: row?.effectiveDate ?? '',
  rules: row?.nonConformingRules ?? [],
  props: row?.prefillProps ?? [],
})

/** Returns true if a document of this type can't use the file. One that is only read may have a password. */
const isUnusable = (content: FileFields | undefined, type: LibraryType) =>
  content !== undefined && 'trouble' in content && (content.trouble !== 'password' || type === 'Forms')

/** Returns what is wrong with the chosen file. */
function mistakeInFile(file: File | undefined, content: FileFields | undefined, type: LibraryType, row: LibraryDocument | undefined) {
  if (file === undefined) return row?.pdf ? undefined : now`PDF file required`
  if (file.size > maxFileSize) return now`A file can be at most 25 MB.`
  if (!content || !('trouble' in content) || !isUnusable(content, type)) return undefined
  return content.trouble === 'password'
    ? now`This PDF is locked with a password. Choose a copy without one.`
    : now`This file can't be read as a PDF. Choose another copy.`
}

/**
 * Asks for the fields of this type of document. The file is stored on this device and sent before the
 * document that refers to it.
 */
export function DocumentDialog({ type, path, document: row, onClose }: DocumentDialogProps) {
  const { t } = useLingui()
  const { report, failed } = useTableWords()
  const [values, setValues] = useState(() => valuesOf(row))
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState(false)
  const item = t`Document`
  const set = (change: Partial<DocumentValues>) => setValues((before) => ({ ...before, ...change }))
  const noName = values.name.trim() === '' ? t`Name required` : undefined
  const noFile = mistakeInFile(file, useContent(file), type, row)

  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (noName !== undefined || noFile !== undefined) return
    // Pressed before the file was read: a file that can't be opened is not sent to the projects.
    if (file && isUnusable(await contentOf(file), type)) return
    const deed = row ? 'Updated' : 'Added'
    try {
      const { opId } = await saveDocument({ type, path, row, values, file, title: `${item}: ${values.name.trim()}` })
      report(deed, item, opId)
      onClose()
    } catch (error) {
      failed(deed, item, error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Dialog
      open
      title={row ? t`Edit ${item}` : t`Add ${item}`}
      kind="generic"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={() => save()}>
            {row ? t`Update` : t`Add`}
          </Button>
        </>
      }
    >
      <form className={tablesStyles.editForm} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={t`Name`}
          error={tried && noName}
          data-autofocus
          autoComplete="off"
          maxLength={200}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <AboutField type={type} values={values} onChange={set} />
        <FileField current={file ? undefined : row?.pdf} mistake={tried || file !== undefined ? noFile : undefined} onChoose={setFile} />
        {type === 'Forms' && (file ?? row?.pdf) && (
          <FormFields
            file={file}
            pdf={row?.pdf}
            rules={values.rules}
            onRules={(rules) => set({ rules })}
            props={values.props}
            onProps={(props) => set({ props })}
          />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}

interface AboutFieldProps {
  readonly type: LibraryType
  readonly values: DocumentValues
  readonly onChange: (change: Partial<DocumentValues>) => void
}

/** The day of a toolbox talk; of other documents, what they are about. */
function AboutField({ type, values, onChange }: AboutFieldProps) {
  const { t } = useLingui()
  if (type === 'Toolbox')
    return (
      <TextField
        label={t`Effective Date`}
        type="date"
        value={values.effectiveDate}
        onChange={(event) => onChange({ effectiveDate: event.target.value })}
      />
    )
  return (
    <TextArea
      label={t`Description`}
      rows={3}
      maxLength={2000}
      value={values.description}
      onChange={(event) => onChange({ description: event.target.value })}
    />
  )
}

interface FileFieldProps {
  /** The file that the document keeps if no other one is chosen. */
  readonly current: LibraryDocument['pdf']
  readonly mistake: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

function FileField({ current, mistake, onChoose }: FileFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`PDF file`}
      hint={current && <Trans>Now: {current.filename}</Trans>}
      error={mistake}
      type="file"
      accept="application/pdf,.pdf"
      onChange={(event) => onChoose(event.target.files?.[0])}
    />
  )
}
