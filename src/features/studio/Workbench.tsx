import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { supportedLanguage } from '../../../contract/reference/languages.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AddNode } from './parts/AddNode.tsx'
import { TranslationsDialog } from './settings/TranslationsDialog.tsx'
import { SettingsPane } from './settings/SettingsPane.tsx'
import type { EditorProps } from './editorProps.ts'
import { giveForm } from './keyFor.ts'
import { Findings } from './Findings.tsx'
import type { TextHistory } from './textHistory.ts'
import { Outline } from './Outline.tsx'
import { PlainEditor } from './PlainEditor.tsx'
import { Preview } from './Preview.tsx'
import type { Finding } from './review.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { ToolButton } from './ToolButton.tsx'
import type { FormSurroundings } from '../../../contract/forms/lintSettings.ts'
import { trialLookups } from './trialLookups.ts'
import { type Part, useWorkbench, type WorkbenchState } from './useWorkbench.ts'
import * as styles from './studio.module.css'

/** The editor is large: it is loaded on demand, and a plain text box replaces it if it can't be loaded. */
const CodeEditor = lazy<(props: EditorProps) => ReactNode>(() =>
  import('./CodeEditor.tsx').then(
    (module) => ({ default: module.CodeEditor }),
    () => ({ default: PlainEditor }),
  ),
)

interface WorkbenchProps {
  /** Until the form has a name. */
  readonly title: string
  readonly history: TextHistory
  /** The published version as text: its names no longer change with the texts of the questions. */
  readonly published?: string | undefined
  readonly lookups?: Readonly<Record<string, readonly LookupItem[]>> | undefined
  /** What the checker knows around the form. */
  readonly surroundings?: FormSurroundings | undefined
  /** Buttons of the surrounding screen; gets the current findings and form. */
  readonly actions?: ((state: { readonly findings: readonly Finding[]; readonly form: FormSettings | undefined }) => ReactNode) | undefined
  readonly notices?: ReactNode
  readonly status?: ReactNode
}

/** All tools to edit a form: outline, settings, text, live form, record, findings. */
export function Workbench({
  title: given,
  history,
  published,
  lookups = trialLookups,
  surroundings,
  actions,
  notices,
  status,
}: WorkbenchProps) {
  const { t } = useLingui()
  const state = useWorkbench(history, surroundings)
  const { reviewed, layout, selection, edits } = state
  const { findings, form } = reviewed
  const title = form?.name ?? reviewed.lastGood?.name ?? given
  const [help, setHelp] = useState(false)
  const file = useRef<HTMLInputElement>(null)

  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    const content = await chosen.text()
    history.write(content.replace(/^\uFEFF/, ''))
    selection.setSelected([])
  }

  const giveFile = () => giveForm(title, history.text())
  useEffect(() => {
    document.title = `${title} – Muster`
  }, [title])

  const columns = layout.wide ? 'three' : 'two'
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the whole studio
    <div
      className={styles.studio}
      data-layout={layout.narrow ? 'one' : columns}
      onKeyDown={(event) => handleShortcut(event, history, { onExport: giveFile, onOpen: () => file.current?.click() })}
    >
      <Head
        title={title}
        status={status}
        history={history}
        file={file}
        translations={<TranslationsDialog form={reviewed.lastGood} history={history} />}
        actions={actions?.({ findings, form })}
        onFile={open}
        onExport={giveFile}
        onHelp={() => setHelp(true)}
      />
      {notices}
      <PartChoice layout={layout} />
      <div className={styles.panes}>
        {layout.shows('outline') ? (
          <OutlinePane state={state} title={title}>
            {layout.settingsApart ? null : <SettingsPane state={state} published={published} lookups={lookups} />}
          </OutlinePane>
        ) : null}
        {layout.settingsApart ? (
          <div className={`${styles.pane} ${styles.studioOutline}`}>
            <SettingsPane state={state} published={published} lookups={lookups} />
          </div>
        ) : null}
        {layout.shows('code') ? (
          <div className={`${styles.pane} ${styles.studioCode}`}>
            <Suspense fallback={<Skeleton rows={8} />}>
              <CodeEditor
                history={history}
                label={t`Code of the form`}
                findings={findings}
                reveal={selection.reveal}
                onCursor={selection.onCursor}
              />
            </Suspense>
          </div>
        ) : null}
        <LivePane state={state} lookups={lookups} />
      </div>
      <Findings findings={findings} onGo={selection.goToFinding} />
      <AddNode open={edits.adding} onClose={() => edits.setAdding(false)} onAdd={edits.add} />
      <Shortcuts open={help} onClose={() => setHelp(false)} />
    </div>
  )
}

/** Handles the keys that work everywhere in the studio. */
function handleShortcut(event: KeyboardEvent, history: TextHistory, on: { onExport(): void; onOpen(): void }): void {
  const mod = event.ctrlKey || event.metaKey
  if (!mod || event.defaultPrevented) return
  const key = event.key.toLowerCase()
  const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, .cm-editor')
  if (key === 's') {
    event.preventDefault()
    on.onExport()
  } else if (key === 'o') {
    event.preventDefault()
    on.onOpen()
  } else if (!typing && (key === 'z' || key === 'y')) {
    event.preventDefault()
    if (key === 'y' || event.shiftKey) history.redo()
    else history.undo()
  }
}

interface HeadProps {
  readonly title: string
  readonly status: ReactNode
  readonly history: TextHistory
  readonly file: RefObject<HTMLInputElement | null>
  readonly translations: ReactNode
  readonly actions: ReactNode
  onFile(file: File | undefined): Promise<void>
  onExport(): void
  onHelp(): void
}

function Head({ title, status, history, file, translations, actions, onFile, onExport, onHelp }: HeadProps) {
  const { t } = useLingui()
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {status ? <span className={styles.status}>{status}</span> : null}
      <div className={styles.tools}>
        <ToolButton sign="undo" label={t`Undo`} disabled={!history.canUndo()} onClick={() => void history.undo()} />
        <ToolButton sign="redo" label={t`Redo`} disabled={!history.canRedo()} onClick={() => void history.redo()} />
        <Button size="desk" icon="file" onClick={() => file.current?.click()}>{t`Open a file`}</Button>
        <Button size="desk" icon="download" onClick={onExport}>{t`Export`}</Button>
        {translations}
        <ToolButton sign="keys" label={t`Keyboard shortcuts`} onClick={onHelp} />
        {actions}
      </div>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t`Form file`}
        onChange={(event) => {
          void onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </header>
  )
}

/** Chooses the pane that is visible on a screen without room for all. */
function PartChoice({ layout }: { readonly layout: WorkbenchState['layout'] }) {
  const { t } = useLingui()
  const parts: readonly (readonly [Part, string])[] = [
    ['outline', layout.wide ? t`Settings` : t`Parts`],
    ['code', t`Code`],
    ...(layout.narrow ? ([['form', t`Form`]] as const) : []),
  ]
  return (
    <div className={styles.bar}>
      <fieldset className={styles.segments} aria-label={t`What to see`}>
        {parts.map(([one, name]) => (
          <label key={one}>
            <input type="radio" name="studio-part" checked={layout.chosen === one} onChange={() => layout.setPart(one)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

interface PaneProps {
  readonly state: WorkbenchState
}

interface OutlinePaneProps extends PaneProps {
  readonly title: string
  /** The settings, where they have no pane of their own. */
  readonly children: ReactNode
}

function OutlinePane({ state: { reviewed, selection, edits }, title, children }: OutlinePaneProps) {
  const { t } = useLingui()
  const { findings, nodes } = reviewed
  const { current, chosen, select } = selection
  return (
    <div ref={edits.pane} className={`${styles.pane} ${styles.studioOutline}`}>
      <div className={styles.bar} role="toolbar" aria-label={t`Change the outline`}>
        <Button size="desk" kind="primary" icon="plus" onClick={() => edits.setAdding(true)}>{t`Add`}</Button>
        <ToolButton sign="copy" label={t`Duplicate`} disabled={!chosen} onClick={() => chosen && edits.acts.onDuplicate(chosen.path)} />
        <ToolButton sign="up" label={t`Move up`} disabled={!edits.moves('ArrowUp')} onClick={() => edits.move('ArrowUp')} />
        <ToolButton sign="down" label={t`Move down`} disabled={!edits.moves('ArrowDown')} onClick={() => edits.move('ArrowDown')} />
        <ToolButton
          sign="out"
          label={t`Move out of the group`}
          disabled={!edits.moves('ArrowLeft')}
          onClick={() => edits.move('ArrowLeft')}
        />
        <ToolButton
          sign="into"
          label={t`Move into the group above`}
          disabled={!edits.moves('ArrowRight')}
          onClick={() => edits.move('ArrowRight')}
        />
        <ToolButton sign="remove" label={t`Remove`} disabled={!chosen} onClick={() => chosen && edits.acts.onRemove(chosen.path)} />
      </div>
      <button type="button" className={styles.outlineForm} aria-pressed={current.length === 0} onClick={() => select([])}>
        {title}
      </button>
      <Outline nodes={nodes} selected={current} findings={findings} acts={edits.acts} />
      {children}
    </div>
  )
}

/** The live form, and the record that it would save. */
function LivePane({
  state: { reviewed, layout, selection },
  lookups,
}: PaneProps & { readonly lookups: NonNullable<WorkbenchProps['lookups']> }) {
  const { t, i18n } = useLingui()
  const [language, setLanguage] = useState(() => supportedLanguage(i18n.locale))
  const [model, setModel] = useState<Model>({})
  return (
    <div className={`${styles.pane} ${styles.live}`} hidden={!layout.shows('form')}>
      {reviewed.broken ? (
        <Notice level="warning">
          <Trans>You see the last valid form. Your text is kept as you wrote it.</Trans>
        </Notice>
      ) : null}
      <Preview
        settings={reviewed.lastGood}
        lookups={lookups}
        language={language}
        onLanguage={setLanguage}
        onModel={setModel}
        onPicked={selection.onPicked}
        go={selection.go}
      />
      <details className={styles.record} open>
        <summary>
          <Trans>The record as it would be saved</Trans>
        </summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long records are scrolled by keyboard too */}
        <pre tabIndex={0} aria-label={t`The record as it would be saved`}>
          {JSON.stringify(model, undefined, 2)}
        </pre>
      </details>
    </div>
  )
}
