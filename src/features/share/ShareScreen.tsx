import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safeHref } from '../../lib/safeHref.ts'
import { keepShared, mostShared, mostSharedBytes, type ShareRefusal } from '../../store/files/keepShared.ts'
import { dropShared, type SharedFile, sharedLife, useSharedFiles } from '../../store/files/useSharedFiles.ts'
import { getStore } from '../../store/db/store.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { chakra } from '../../ui/chakra.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListEmpty, ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { type Choice, formsWithFiles } from './formsWithFiles.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginBottom: '3' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted' } })
/** A remark about the list above it. */
const Remark = chakra(Small, { base: { marginTop: '3' } })
const Form = chakra(SiteLink, {
  base: { display: 'block', minHeight: 'target', paddingBlock: '2', color: 'fg.default', textDecoration: 'none', fontWeight: 'semibold' },
})

/** The files with which the system has opened the app (File Handling API). */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files?: readonly { getFile(): Promise<File> }[] }) => void): void
}

/** Stores the files with which the system has opened this page. Returns why they are not kept. */
function useOpenedFiles(): ShareRefusal | undefined {
  const [refusal, setRefusal] = useState<ShareRefusal>()
  useEffect(() => {
    const take = async (handles: readonly { getFile(): Promise<File> }[]) => {
      const files = await Promise.all(handles.map((handle) => handle.getFile())).catch(() => undefined)
      if (!files) setRefusal('failed')
      else if (files.length > 0) setRefusal(await keepShared(getStore(), files))
    }
    ;(globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => void take(files))
  }, [])
  return refusal
}

/** The forms of this device for these files; undefined while they are read. */
function useForms(files: readonly SharedFile[] | undefined): readonly Choice[] | undefined {
  const owner = useOwner()
  const [forms, setForms] = useState<readonly Choice[]>()
  useEffect(() => {
    let current = true
    if (files) void formsWithFiles(owner, files).then((found) => current && setForms(found))
    return () => {
      current = false
    }
  }, [owner, files])
  return forms
}

/** `/share`: asks which form gets the photos and PDF files that another app has shared. Works without a connection. */
export function ShareScreen() {
  const { t } = useLingui()
  const { not } = useSearch({ strict: false })
  const opened = useOpenedFiles()
  const files = useSharedFiles()
  const hours = sharedLife / 3_600_000
  return (
    <Page title={t`Add to a form`} lead={<Trans>The files are on this device only, until you save the form.</Trans>}>
      <Refused why={opened ?? (not as ShareRefusal | undefined)} />
      {files?.length === 0 && (
        <EmptyState icon="image" title={t`No shared files`}>
          <Trans>Share a photo or a PDF with Muster in another app. Then you choose its form here.</Trans>
        </EmptyState>
      )}
      {files && files.length > 0 && (
        <>
          <Card>
            <Heading>{t`Shared files`}</Heading>
            <RowList>
              {files.map((file) => (
                <FileRow key={file.id} file={file} />
              ))}
            </RowList>
            <Remark>
              <Trans>Files that no form gets are deleted from this device after {hours} hours.</Trans>
            </Remark>
          </Card>
          <Forms files={files} />
        </>
      )}
    </Page>
  )
}

function FileRow({ file: { id, filename, size } }: { readonly file: SharedFile }) {
  const { t, i18n } = useLingui()
  const kilobytes = i18n.number(Math.max(1, Math.round(size / 1000)), { style: 'unit', unit: 'kilobyte' })
  return (
    <ListRow>
      <div>
        <strong>{filename}</strong>
        <Small>{kilobytes}</Small>
      </div>
      <IconButton icon="trash" label={t`Delete ${filename}`} onClick={() => void dropShared([id])} />
    </ListRow>
  )
}

function Forms({ files }: { readonly files: readonly SharedFile[] }) {
  const { t } = useLingui()
  const forms = useForms(files)
  if (!forms) return null
  return (
    <Card>
      <Heading>{t`Which form?`}</Heading>
      {forms.length === 0 ? (
        <ListEmpty title={t`No form on this device takes these files`}>
          <Trans>Open My Tasks while you have a connection: its forms then appear here. Or share fewer files at a time.</Trans>
        </ListEmpty>
      ) : (
        <RowList>
          {forms.map(({ href, form, question = t`Attachments`, list, project }) => (
            <ListRow key={href}>
              <div>
                <Form href={safeHref(href) ?? '/share'}>
                  {form}: {question}
                  {list !== undefined && <Small>{t`New entry in ${list}`}</Small>}
                </Form>
                {project !== undefined && <Small>{project}</Small>}
              </div>
            </ListRow>
          ))}
        </RowList>
      )}
      <Remark>
        <Trans>
          Not listed: questions with room for fewer files, and some questions inside of lists. Open such a form, and add the files there.
        </Trans>
      </Remark>
    </Card>
  )
}

function Refused({ why }: { readonly why: ShareRefusal | undefined }) {
  const { t } = useLingui()
  const megabytes = mostSharedBytes / 1_000_000
  const words: Record<ShareRefusal, string> = {
    person: t`Nothing was kept, because you are not signed in here. Sign in, then share the files again.`,
    kiosk: t`Nothing was kept, because this device is a kiosk. Share the files on your own device.`,
    kind: t`Nothing was kept. Only photos and PDF files can be shared with Muster.`,
    many: t`Nothing was kept. At most ${mostShared} shared files can wait here at a time.`,
    large: t`Nothing was kept. Shared files can have ${megabytes} MB together. Share fewer at a time.`,
    room: t`Nothing was kept. This device has no room left. Free some space, then share the files again.`,
    failed: t`Nothing was kept. This device could not store the files. Share them again.`,
    browser: t`Nothing was kept, because this browser window cannot take shared files. Open the form, and add the files there.`,
  }
  if (why === undefined || !Object.hasOwn(words, why)) return null
  return (
    <Notice level="warning">
      <p role="alert">{words[why]}</p>
      {why === 'person' && <LinkButton href="/sign-in">{t`Sign in`}</LinkButton>}
    </Notice>
  )
}
