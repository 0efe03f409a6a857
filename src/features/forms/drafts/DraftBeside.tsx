import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { Attachment } from '../../../../contract/endpoints/uploads.ts'
import { labelOf } from '../../../engine/labelOf.ts'
import { same } from '../../../engine/readValue.ts'
import { goToNode } from '../../../fields/reveal.ts'
import { useValue } from '../../../fields/useField.ts'
import { useFileUrl } from '../../../store/files/addBlob.ts'
import type { Unfinished } from '../../../store/drafts/useUnfinished.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import type { Session } from '../openForm.ts'
import { answerWords, isNothing } from './answerWords.ts'
import type { Leftover } from './fitting.ts'
import { deleteDraft, exportDraft, type Line, linesOf, takeLine, takeOver } from './takeOver.ts'
import * as styles from './drafts.module.css'

interface BesideProps {
  readonly session: Session
  readonly item: Unfinished
  flush(): Promise<void>
  onClose(): void
}

/**
 * A draft beside its form: each of its answers next to the form's own, to be taken over one by one; the
 * answers that do not fit; and actions for the rest.
 */
export function DraftBeside({ session, item, flush, onClose }: BesideProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { lines, left } = linesOf(session, item)
  const fits = lines.filter(({ suits }) => suits !== undefined)
  const unfit = lines.filter(({ suits }) => suits === undefined)
  const title = item.title || session.settings.name
  const at = i18n.date(new Date(item.updatedAt), { dateStyle: 'medium', timeStyle: 'short' })
  const mayTake = !session.readOnly && !item.open

  useFocusInside(heading, onClose)

  return (
    <aside className={styles.beside} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>
            <Trans>Typed on {at}, never saved</Trans>
          </p>
        </div>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </header>
      <div className={styles.besideLines}>
        {mayTake && fits.length > 1 ? (
          <Button
            kind="primary"
            onClick={async () => {
              const done = await takeOver(session, item, flush)
              if (done?.length === 0) onClose()
            }}
          >
            <Trans>Use all that fits</Trans>
          </Button>
        ) : null}
        <ul>
          {fits.map((line) => (
            <LineView key={line.path} session={session} item={item} line={line} mayTake={mayTake} />
          ))}
        </ul>
        {unfit.length + left.length > 0 ? <Unfit session={session} lines={unfit} left={left} /> : null}
      </div>
      <footer>
        <Button icon="download" onClick={() => exportDraft(item, title)}>{t`Export`}</Button>
        {item.open ? null : (
          <Button
            kind="quiet"
            icon="trash"
            onClick={async () => {
              if (await deleteDraft(item, title, flush)) onClose()
            }}
          >
            {t`Delete`}
          </Button>
        )}
      </footer>
    </aside>
  )
}

/** Moves the focus to the heading and back again at the end; Escape closes. */
function useFocusInside(heading: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && heading.current?.closest('aside')?.contains(document.activeElement)) close.current()
    }
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('keydown', escape)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [heading])
}

interface UnfitProps {
  readonly session: Session
  /** Answers that their question does not accept. */
  readonly lines: readonly Line[]
  /** Answers without a question. */
  readonly left: readonly Leftover[]
}

function Unfit({ session, lines, left }: UnfitProps) {
  const { i18n } = useLingui()
  const { lookups } = session.form
  return (
    <section>
      <h3>
        <Trans>No longer in the form</Trans>
      </h3>
      <ul>
        {lines.map(({ node, path, kept }) => (
          <li key={path}>
            <span className={styles.besideLabel}>{labelOf(node.setting)}</span>
            <Kept value={kept} words={answerWords(undefined, kept, lookups, i18n)} />
          </li>
        ))}
        {left.map(([attribute, value]) => (
          <li key={attribute}>
            <span className={styles.besideLabel}>{attribute.replaceAll('_', ' ')}</span>
            <Kept value={value} words={answerWords(undefined, value, lookups, i18n)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LineView({
  session,
  item,
  line,
  mayTake,
}: {
  readonly session: Session
  readonly item: Unfinished
  readonly line: Line
  readonly mayTake: boolean
}) {
  const { t, i18n } = useLingui()
  const { form } = session
  const { node, path, kept, suits } = line
  const now = useValue(form, path)
  const label = labelOf(node.setting)
  const equal = same(now, suits)
  return (
    <li>
      <span className={styles.besideLabel}>{label}</span>
      <Kept value={kept} words={answerWords(node.setting, kept, form.lookups, i18n)} />
      {equal || isNothing(now) ? null : (
        <span className={styles.besideNow}>
          <Trans>In the form: {answerWords(node.setting, now, form.lookups, i18n)}</Trans>
        </span>
      )}
      {equal ? (
        <span className={styles.besideDone}>
          <Icon name="check" size={18} /> <Trans>In the form</Trans>
        </span>
      ) : null}
      {!equal && mayTake && !form.readOnly(node) ? (
        <Button
          aria-label={t`Use: ${label}`}
          onClick={() => {
            takeLine(session, item, line)
            if (form.visible(node)) goToNode(form, node)
          }}
        >
          {t({ message: 'Use', context: 'answer' })}
        </Button>
      ) : null}
    </li>
  )
}

const isPicture = (file: unknown): file is Attachment =>
  typeof file === 'object' && file !== null && String((file as Partial<Attachment>).type).startsWith('image/') && 'id' in file

function Kept({ value, words }: { readonly value: unknown; readonly words: string }) {
  const pictures = Array.isArray(value) ? value.filter(isPicture) : []
  return (
    <span className={styles.besideKept}>
      {words}
      {pictures.length > 0 ? (
        <span className={styles.besidePictures}>
          {pictures.map((file) => (
            <Picture key={file.id} file={file} />
          ))}
        </span>
      ) : null}
    </span>
  )
}

function Picture({ file }: { readonly file: Attachment }) {
  const url = useFileUrl(file.id, file.url)
  return url ? <img src={url} alt={file.filename} /> : null
}
