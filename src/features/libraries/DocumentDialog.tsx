import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type {
  DocumentChange,
  LibraryDocument,
  LibraryFile,
  LibraryType,
  NonConformingRule,
  PrefillProp,
} from '../../../contract/endpoints/libraries.ts'
import { patchRecord, saveRecord } from '../../../contract/endpoints/records.ts'
import { fileAddress, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { newId } from '../../lib/ids.ts'
import { addBlob } from '../../store/files/blobs.ts'
import { queue } from '../../store/outbox/outbox.ts'
import { useTableWords } from '../../tables/useTableWords.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FormFields } from './FormFields.tsx'
import { contentOf, useContent } from './usePdfFields.ts'

interface DocumentDialogProps {
  readonly type: LibraryType
  /** Path for saves of documents: `libraries/{key}/documents`. */
  readonly path: string
  /** Undefined for a new document. */
  readonly document: LibraryDocument | undefined
  onClose(): void
}

/**
 * Asks for the fields of this type of document. The file is stored on this device and sent before the
 * document that refers to it.
 */
export function DocumentDialog({ type, path, document: row, onClose }: DocumentDialogProps) {
  const { t } = useLingui()
  const { done, failed } = useTableWords()
  const id = useId()
  const [name, setName] = useState(row?.name ?? '')
  const [description, setDescription] = useState(row?.description ?? '')
  const [effectiveDate, setEffectiveDate] = useState(row?.effectiveDate ?? '')
  const [file, setFile] = useState<File>()
  const [rules, setRules] = useState<readonly NonConformingRule[]>(row?.nonConformingRules ?? [])
  const [props, setProps] = useState<readonly PrefillProp[]>(row?.prefillProps ?? [])
  const [tried, setTried] = useState(false)
  const item = t`Document`
  const noName = name.trim() === '' ? t`Name required` : undefined
  const content = useContent(file)
  const noFile =
    file === undefined
      ? row?.pdf
        ? undefined
        : t`PDF file required`
      : file.size > maxFileSize
        ? t`A file can be at most 25 MB.`
        : content && 'trouble' in content
          ? // A document that is only read may be protected by a password.
            content.trouble !== 'password'
            ? t`This file can't be read as a PDF. Choose another copy.`
            : type === 'Forms'
              ? t`This PDF is locked with a password. Choose a copy without one.`
              : undefined
          : undefined
  const told = tried || file !== undefined

  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (noName !== undefined || noFile !== undefined) return
    // Pressed before the file was read: a file that can't be opened is not sent to the projects.
    const found = file && (await contentOf(file))
    if (found && 'trouble' in found && (found.trouble !== 'password' || type === 'Forms')) return
    const key = row?.key ?? newId()
    const deed = row ? 'Updated' : 'Added'
    try {
      const kept = file && (await addBlob({ bytes: file, type: 'application/pdf', filename: file.name, draftId: key }))
      const pdf: LibraryFile | undefined = kept && { ...kept, filename: file?.name ?? '', url: fileAddress(kept.id) }
      const payload: DocumentChange = {
        name: name.trim(),
        ...(pdf && { pdf }),
        ...(type === 'Toolbox' ? { effectiveDate } : { description: description.trim() }),
        ...(type === 'Forms' && { nonConformingRules: [...rules], prefillProps: [...props] }),
      }
      const body = { payload: row ? payload : { ...payload, key, deleted: false }, ...(kept && { files: [kept] }) }
      const options = { title: `${item}: ${payload.name ?? ''}`, ...(kept && { blobIds: [kept.id] }) }
      if (row) await queue(patchRecord, { '*': `${path}/${key}` }, body, options)
      else await queue(saveRecord, { '*': `${path}/${key}` }, body, options)
      done(deed, item)
      onClose()
    } catch (error) {
      failed(deed, item, error instanceof Error ? error.message : String(error))
    }
  }
  const wrong = (about: string, text: string | undefined, now = tried) =>
    now && text !== undefined ? (
      <p className="m-error" id={`${id}-${about}-wrong`} role="alert">
        {text}
      </p>
    ) : null
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
      <form className="m-edit-form" noValidate onSubmit={(event) => void save(event)}>
        <div className="m-field">
          <label className="m-label" htmlFor={`${id}-name`}>{t`Name`}</label>
          <input
            id={`${id}-name`}
            className="m-input"
            data-autofocus
            autoComplete="off"
            maxLength={200}
            value={name}
            aria-invalid={(tried && noName !== undefined) || undefined}
            aria-describedby={tried && noName !== undefined ? `${id}-name-wrong` : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {wrong('name', noName)}
        </div>
        {type === 'Toolbox' ? (
          <div className="m-field">
            <label className="m-label" htmlFor={`${id}-date`}>{t`Effective Date`}</label>
            <input
              id={`${id}-date`}
              className="m-input"
              type="date"
              value={effectiveDate}
              onChange={(event) => setEffectiveDate(event.target.value)}
            />
          </div>
        ) : (
          <div className="m-field">
            <label className="m-label" htmlFor={`${id}-about`}>{t`Description`}</label>
            <textarea
              id={`${id}-about`}
              className="m-input"
              rows={3}
              maxLength={2000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          </div>
        )}
        <div className="m-field">
          <label className="m-label" htmlFor={`${id}-pdf`}>{t`PDF file`}</label>
          {row?.pdf && !file && (
            <p className="m-hint">
              <Trans>Now: {row.pdf.filename}</Trans>
            </p>
          )}
          <input
            id={`${id}-pdf`}
            className="m-input m-library-file"
            type="file"
            accept="application/pdf,.pdf"
            aria-invalid={(told && noFile !== undefined) || undefined}
            aria-describedby={told && noFile !== undefined ? `${id}-pdf-wrong` : undefined}
            onChange={(event) => setFile(event.target.files?.[0])}
          />
          {wrong('pdf', noFile, told)}
        </div>
        {type === 'Forms' && (file ?? row?.pdf) && (
          <FormFields file={file} pdf={row?.pdf} rules={rules} onRules={setRules} props={props} onProps={setProps} />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
