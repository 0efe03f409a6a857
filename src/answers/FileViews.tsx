import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fileLink } from '../../contract/rules/fileLink.ts'
import { pictureSrc, safeHref } from '../lib/safeHref.ts'
import { useFileUrl } from '../store/files/addBlob.ts'
import { Button } from '../ui/controls/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Icon } from '../ui/controls/Icon.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'

export interface StoredFile {
  readonly id: string
  readonly filename: string
  readonly type?: string
  readonly url?: string
  readonly name?: string
  readonly thumbnail?: string
  /** The verdict of the text validation. */
  readonly valid?: boolean | null
}

export function isStoredFile(value: unknown): value is StoredFile {
  const file = value as Partial<StoredFile> | null
  return typeof file === 'object' && file !== null && typeof file.id === 'string' && typeof file.filename === 'string'
}

export const isPicture = (file: StoredFile) => file.type?.startsWith('image/') === true || /\.(?:jpe?g|png|webp|gif)$/i.test(file.filename)

const Grid = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', listStyle: 'none', padding: '0', margin: '0' } })
const Thumb = chakra('button', {
  base: {
    display: 'block',
    width: '5.5rem',
    height: '5.5rem',
    borderRadius: 'md',
    overflow: 'hidden',
    bg: 'bg.hover',
    boxShadow: 'card',
    cursor: 'pointer',
    '& img': { width: 'full', height: 'full', objectFit: 'cover' },
  },
})
const Verdict = chakra('span', { base: { display: 'flex', alignItems: 'center', gap: '1', textStyle: 'small' } })
const FileLink = chakra('a', { base: { display: 'inline-flex', alignItems: 'center', gap: '2', minHeight: 'target' } })
const Big = chakra('img', { base: { maxWidth: 'full', maxHeight: '70dvh', marginInline: 'auto', borderRadius: 'md', bg: 'white' } })

function Picture({ file, big = false }: { readonly file: StoredFile; readonly big?: boolean }) {
  const url = useFileUrl(file.id, file.url)
  const alt = file.name ?? file.filename
  if (big) return url ? <Big src={url} alt={alt} /> : null
  return <img src={pictureSrc(file.thumbnail) ?? url} alt={alt} loading="lazy" decoding="async" />
}

/** Pictures as thumbnails that open large, other files as links. */
export function FileViews({ files }: { readonly files: readonly StoredFile[] }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<number>()
  const pictures = files.filter(isPicture)
  const others = files.filter((file) => !isPicture(file))
  const picture = shown === undefined ? undefined : pictures[shown]
  const place = (shown ?? 0) + 1
  const all = pictures.length
  return (
    <>
      {pictures.length > 0 && (
        <Grid>
          {pictures.map((file, index) => (
            <li key={file.id}>
              <Thumb type="button" aria-label={t`Show ${file.name ?? file.filename}`} onClick={() => setShown(index)}>
                <Picture file={file} />
              </Thumb>
              {typeof file.valid === 'boolean' && (
                <Verdict>
                  <Icon name={file.valid ? 'check' : 'alert'} size={14} />
                  {file.valid ? t`Valid` : t`Not valid`}
                </Verdict>
              )}
            </li>
          ))}
        </Grid>
      )}
      {others.map((file) => (
        <FileLink key={file.id} href={safeHref(fileLink(file))} target="_blank" rel="noopener">
          <Icon name="file" size={20} />
          {file.name ?? file.filename}
        </FileLink>
      ))}
      {picture && (
        <Dialog
          open
          title={picture.name ?? picture.filename}
          width="60rem"
          onClose={() => setShown(undefined)}
          actions={
            <>
              {all > 1 && (
                <span style={{ marginInlineEnd: 'auto', display: 'inline-flex', alignItems: 'center', gap: '0.25rem' }}>
                  <IconButton icon="back" label={t`Previous picture`} disabled={shown === 0} onClick={() => setShown((shown ?? 0) - 1)} />
                  <span style={{ fontVariantNumeric: 'tabular-nums' }}>{t`${place} of ${all}`}</span>
                  <IconButton
                    icon="chevronRight"
                    label={t`Next picture`}
                    disabled={place >= all}
                    onClick={() => setShown((shown ?? 0) + 1)}
                  />
                </span>
              )}
              <Button kind="primary" onClick={() => setShown(undefined)}>{t`Close`}</Button>
            </>
          }
        >
          <Picture key={picture.id} file={picture} big />
        </Dialog>
      )}
    </>
  )
}

const Signed = chakra('img', {
  base: { width: 'full', maxWidth: '22rem', borderRadius: 'md', border: '1px solid', borderColor: 'border.default', bg: 'white' },
})

/** A signature is a dark line on white paper in every theme. */
export function SignatureView({ file, label }: { readonly file: StoredFile; readonly label: string }) {
  const url = useFileUrl(file.id, file.url)
  return url ? <Signed src={url} alt={label} loading="lazy" /> : null
}
