import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { isMetered } from '../../store/connectivity/isMetered.ts'
import { Conformity } from './Conformity.tsx'
import { PdfPages } from '../../ui/pdf-pages/PdfPages.tsx'
import type { Found } from '../../ui/pdf-pages/findText.ts'
import { blank } from '../../ui/signature-pad/drawing.ts'
import { AttachmentsDialog } from './attachments/AttachmentsDialog.tsx'
import { FieldLayer } from './FieldLayer.tsx'
import { FieldSheet } from './FieldSheet.tsx'
import { createFilling } from './filling.ts'
import { FormNotices } from './FormNotices.tsx'
import { MarkLayer, type PageView, placeOf } from './MarkLayer.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import { PagesPanel } from './PagesPanel.tsx'
import { draftIdOf } from './openPdfForm.ts'
import type { PdfFormProps, Ready, ReadyFormProps } from './pdfFormProps.ts'
import { firstValues, type FormField, formFields, isSigned } from './formFields.ts'
import { pictureOf } from './inkPaths.ts'
import { SearchBar } from './SearchBar.tsx'
import { BottomBar, TopBar } from './TopBar.tsx'
import { useMarks } from './useValues.ts'
import type { SignatureTarget } from './useMarking.ts'
import { widest } from './usePageView.ts'
import { type PdfFormState, usePdfForm } from './usePdfForm.ts'
import * as styles from './pdfForm.module.css'

const SignatureDialog = lazy(() =>
  import('../../ui/signature-pad/SignatureDialog.tsx').then((module) => ({ default: module.SignatureDialog })),
)

/** The fields are read while the first page is already on the screen. */
export function PdfForm(props: PdfFormProps) {
  const { opening, open, password } = props
  const [ready, setReady] = useState<Ready>()

  useEffect(() => {
    let gone = false
    const read = async () => {
      const { config, attachments, kept, fill, readOnly } = opening
      // If only the viewer can read the file, it is shown read-only, with a notice.
      const content = await import('../../pdf/readInWorker.ts')
        .then(({ readInWorker }) => readInWorker(() => open.pdf.getData(), password))
        .catch(() => undefined)
      const fields = formFields(content?.fields ?? [], config)
      const inFile = firstValues(content?.fields ?? [], { source: config.source }, fill)
      const first = firstValues(content?.fields ?? [], opening.isNew ? config : { source: config.source }, fill)
      if (!gone)
        setReady({
          content,
          fields,
          isUnreadable: content === undefined,
          filling: createFilling({ fields, inFile, first, attachments, kept }),
        })
      // Up to 2.2 MB for a later time: not over a connection that costs by the megabyte.
      if (gone || readOnly || isMetered()) return
      // The person's name is what they write most often, and a document in Japanese is filled in in Japanese.
      const words = fields.flatMap(({ label, options }) => [label, ...options.map((option) => option.label)])
      const { prefetchFonts } = await import('../../pdf/fetchedFont.ts')
      await prefetchFonts([fill('{{person.name}}'), content?.title, ...words].join(' '))
    }
    void read()
    return () => {
      gone = true
    }
  }, [open, opening, password])

  // Until then the document can be read, but not filled in.
  const waiting = useMemo<Ready>(
    () => ({
      content: undefined,
      fields: [],
      isUnreadable: false,
      filling: createFilling({ fields: [], inFile: {}, first: {}, attachments: opening.attachments }),
    }),
    [opening],
  )
  return <Form {...props} ready={ready ?? waiting} isReady={ready !== undefined} />
}

/** The parts of the form share the state of one `usePdfForm`. */
interface PartProps {
  readonly form: PdfFormState
}

function Form(props: ReadyFormProps) {
  const form = usePdfForm(props)
  const { view, panels, input } = form
  const { config } = props.opening
  const { fields, filling } = props.ready
  return (
    <div ref={view.root} className={styles.root} data-full={view.full || undefined}>
      <FormTopBar form={form} />
      {panels.panel === 'search' ? <FormSearch form={form} /> : null}
      <FormNotices form={form} />
      {input.disabled ? null : <Conformity fields={fields} filling={filling} config={config} />}
      <FormPages form={form} />
      <EditedField form={form} />
      <FormBottomBar form={form} />
      {panels.panel === 'files' ? (
        <AttachmentsDialog
          filling={filling}
          draftId={draftIdOf(props.opening)}
          readOnly={input.disabled}
          onClose={() => panels.setPanel(undefined)}
        />
      ) : null}
      {input.asked ? <MissingDialog fields={input.asked} onGo={form.navigation.goTo} onClose={() => input.setAsked(undefined)} /> : null}
      {form.marking.signing ? <SignatureQuestion form={form} target={form.marking.signing} /> : null}
    </div>
  )
}

function FormTopBar({ form: { props, view, panels, input, navigation, marking, output } }: PartProps) {
  const { opening, open, ready } = props
  const { panel, setPanel } = panels
  const marks = useMarks(ready.filling)
  const { config } = opening
  const awaitsSignature = (field: FormField) =>
    field.fieldType === 'signature' && !field.readOnly && field.boxes.length > 0 && !isSigned(field, marks, config.clearSignatures === true)
  const toSign = input.disabled ? undefined : ready.fields.find(awaitsSignature)
  return (
    <TopBar
      title={opening.name}
      page={view.page}
      pages={open.pdf.numPages}
      full={view.full}
      viewOnly={config.forceReadonly === true}
      disabled={input.disabled}
      canZoomIn={view.zoom < 8}
      canZoomOut={view.zoom > 0.5}
      onZoom={view.zoomBy}
      onFull={view.toggleFull}
      onShare={output.share}
      onPages={() => setPanel(panel === 'pages' ? undefined : 'pages')}
      onSearch={() => setPanel('search')}
      onFit={view.fitWidth}
      onTurn={view.turn}
      initials={marking.initials}
      toSign={toSign && (() => navigation.goTo(toSign))}
      onPlace={marking.place}
      onSign={() => marking.setSigning('free')}
      onDownload={output.download}
      onPrint={output.print}
    />
  )
}

function FormSearch({ form: { props, view, panels } }: PartProps) {
  const show = (found: Found | undefined) => {
    panels.setFound(found)
    if (!found) return
    const [first] = found.rects
    void view.viewOf(found.page).then((page) => view.pages.current?.goTo(found.page, first ? placeOf(page, first).top / page.height : 0))
  }
  const close = () => {
    panels.setPanel(undefined)
    panels.setFound(undefined)
  }
  return <SearchBar pdf={props.open.pdf} onFound={show} onClose={close} />
}

/** The pages with their fields and marks, and the list of pages beside them. */
function FormPages({ form }: PartProps) {
  const { props, view, panels } = form
  const { pdf } = props.open
  const layer = usePageLayer(form)
  return (
    <div className={styles.main}>
      {panels.panel === 'pages' ? (
        <PagesPanel
          pdf={pdf}
          page={view.page}
          rotation={view.rotation}
          onPick={(number) => {
            view.pages.current?.goTo(number)
            if (view.small) panels.setPanel(undefined)
          }}
          onClose={() => panels.setPanel(undefined)}
        />
      ) : null}
      <PdfPages
        ref={view.pages}
        pdf={pdf}
        zoom={view.zoom}
        widest={widest}
        rotation={view.rotation}
        onZoom={view.setZoom}
        onPage={view.setPage}
        onViewed={form.viewed}
        forms
        layer={layer}
      />
    </div>
  )
}

/** Returns the function that draws what is on top of a page: the place that a search found, fields and marks. */
function usePageLayer({ props, view, panels: { found }, input, navigation: { wanted } }: PdfFormState) {
  const { fields, filling } = props.ready
  const { config } = props.opening
  const { actions, demanded, disabled, editing, missing } = input
  const { small } = view
  return useCallback(
    (sheet: { pageNumber: number }, view: unknown) => (
      <>
        {found?.page === sheet.pageNumber
          ? found.rects.map((rect, at) => <span key={at} className={styles.found} style={placeOf(view as PageView, rect)} />)
          : null}
        <FieldLayer
          page={sheet.pageNumber}
          view={view as PageView}
          fields={fields}
          filling={filling}
          disabled={disabled}
          demanded={demanded}
          missing={missing}
          editing={small ? editing : undefined}
          clearSignatures={config.clearSignatures === true}
          small={small}
          wanted={wanted}
          actions={actions}
        />
        <MarkLayer page={sheet.pageNumber} view={view as PageView} filling={filling} disabled={disabled} />
      </>
    ),
    [actions, config.clearSignatures, demanded, disabled, editing, fields, filling, found, missing, small, wanted],
  )
}

/** The field that is filled in above the keyboard of a phone. */
function EditedField({ form: { props, view, input, navigation, marking, messages } }: PartProps) {
  const { fields, filling } = props.ready
  const { stops, stepFrom } = navigation
  const { own, sign, setSigning } = marking
  const edited = view.small && !input.disabled ? fields.find(({ name }) => name === input.editing) : undefined
  const at = edited ? stops.findIndex(({ field }) => field === edited) : -1
  if (!edited || at < 0) return null
  return (
    <FieldSheet
      field={edited}
      filling={filling}
      demanded={input.demanded.has(edited.name)}
      missing={input.missing.has(edited.name)}
      message={messages.messages.find(({ name }) => name === edited.name)?.text}
      clearSignatures={props.opening.config.clearSignatures === true}
      place={at + 1}
      count={stops.length}
      onSign={() => setSigning({ field: edited, at: 0 })}
      onReuse={own && (() => void sign({ field: edited, at: 0 }, own, new Date().toISOString()))}
      onStep={(step) => stepFrom(edited, stops[at]?.at ?? 0, step)}
      onClose={() => input.setEditing(undefined)}
    />
  )
}

function FormBottomBar({ form: { props, panels, input, navigation, submission, state } }: PartProps) {
  const { data, opening, ready, isReady } = props
  const { config } = opening
  const isXfa = ready.content?.isXfa === true
  return (
    <BottomBar
      config={isXfa ? { ...config, attachmentsDisabled: true } : config}
      filling={ready.filling}
      fields={ready.fields}
      demanded={input.demanded}
      disabled={input.disabled}
      canSubmit={isReady && data.componentConfig?.readOnly !== true && !isXfa && !ready.isUnreadable}
      state={input.disabled ? 'none' : state}
      onAttachments={() => panels.setPanel('files')}
      onGo={navigation.goTo}
      onSubmit={submission.submit}
      onNext={submission.goOn}
    />
  )
}

function SignatureQuestion({ form: { marking }, target }: PartProps & { readonly target: SignatureTarget }) {
  const { drawing, setDrawing, signatory, own, sign, setSigning } = marking
  return (
    <Suspense fallback={null}>
      <SignatureDialog
        drawing={drawing}
        signatory={signatory ?? ''}
        onDraw={setDrawing}
        onConfirm={(done, _picture, timestamp) => {
          // Start the next place with an empty drawing: another person may sign there.
          setDrawing(blank)
          return sign(target, done.strokes.length > 0 ? { strokes: done.strokes } : { text: done.typed.trim() }, timestamp)
        }}
        onPicture={async (file) => sign(target, { picture: await pictureOf(file) }, new Date().toISOString())}
        onReuse={own && (() => void sign(target, own, new Date().toISOString()))}
        onClose={() => setSigning(undefined)}
      />
    </Suspense>
  )
}
