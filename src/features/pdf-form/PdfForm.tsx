import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PdfMark } from '../../../contract/forms/pdfForm.ts'
import type { DocumentFormProps } from '../../fields/documentForm.ts'
import { fileHref } from '../../lib/safeHref.ts'
import { newId } from '../../lib/ids.ts'
import { today } from '../../lib/dates.ts'
import type { PdfContent } from '../../pdf/shapes.ts'
import { NotSaved } from '../../store/outbox/outbox.ts'
import { alertDialog, confirmDialog } from '../../ui/overlays/confirm.tsx'
import { giveFile } from '../../ui/giveFile.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { OpenPdf } from '../../ui/pdf-pages/openPdf.ts'
import { PdfPages, type PdfPagesHandle } from '../../ui/pdf-pages/PdfPages.tsx'
import type { Found } from '../../ui/pdf-pages/findText.ts'
import { blank, type Drawing } from '../../ui/signature-pad/drawing.ts'
import { dismissToasts, toast } from '../../ui/feedback/toast.tsx'
import { useNarrow } from '../../ui/layout/useNarrow.ts'
import { AttachmentsDialog } from './AttachmentsDialog.tsx'
import { type Calculation, calculationOf } from './calculate.ts'
import { FieldLayer, type FieldActions, type Wanted } from './FieldLayer.tsx'
import { Conformity } from './Conformity.tsx'
import { FieldSheet } from './FieldSheet.tsx'
import { filledFile, lostIn } from './filledFile.ts'
import { createFilling, type Filling } from './filling.ts'
import { MarkLayer, type PageView, placeOf } from './MarkLayer.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import type { Opening } from './openPdfForm.ts'
import { PagesPanel } from './PagesPanel.tsx'
import { keepRecovery, type Recovery, type RecoveryState } from './recovery.ts'
import { exportValuesOf, firstValues, type FormField, formFields, isDemanded, isFilled, isSigned, missingFields, overlap } from './rules.ts'
import { initialsOf, type Ink, pictureOf } from './signing.ts'
import { filenameOf, filledOf, submitPdf, TooLarge } from './submit.ts'
import type { Scripts } from './scripts.ts'
import { SearchBar } from './SearchBar.tsx'
import { BottomBar, TopBar } from './Toolbar.tsx'
import { useMarks, useOwnInk } from './useFilling.ts'
import { useFieldInView, useFullscreen, useRoomBelow } from './useRoom.ts'

const SignatureDialog = lazy(() =>
  import('../../ui/signature-pad/SignatureDialog.tsx').then((module) => ({ default: module.SignatureDialog })),
)

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8]
/** Pixels of a page at zoom 1 on a large screen. */
const widest = 900

interface PdfFormProps extends DocumentFormProps {
  readonly opening: Opening
  readonly open: OpenPdf
  readonly password: string | undefined
  onDone(): void
}

interface Ready {
  readonly fields: readonly FormField[]
  readonly filling: Filling
  readonly content: PdfContent | undefined
}

/** The fields are read while the first page is already on the screen. */
export function PdfForm(props: PdfFormProps) {
  const { opening, open, password } = props
  const [ready, setReady] = useState<Ready>()

  useEffect(() => {
    let gone = false
    const read = async () => {
      const { config, attachments, kept, fill } = opening
      // If only the viewer can read the file, it is shown read-only.
      const content = await import('../../pdf/inWorker.ts')
        .then(({ readInWorker }) => readInWorker(() => open.pdf.getData(), password))
        .catch(() => undefined)
      const fields = formFields(content?.fields ?? [], config)
      const inFile = firstValues(content?.fields ?? [], { source: config.source }, fill)
      const first = firstValues(content?.fields ?? [], opening.isNew ? config : { source: config.source }, fill)
      if (!gone) setReady({ content, fields, filling: createFilling({ fields, inFile, first, attachments, kept }) })
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
      filling: createFilling({ fields: [], inFile: {}, first: {}, attachments: opening.attachments }),
    }),
    [opening],
  )
  return <Form {...props} ready={ready ?? waiting} isReady={ready !== undefined} />
}

/** A box of a signature field, or anywhere on the page. */
type Target = { readonly field: FormField; readonly at: number } | 'free'

interface Acting {
  readonly actions?: { readonly Calculate?: readonly string[] } | null
}

async function calculationsIn({ pdf }: OpenPdf, order: readonly string[]): Promise<Calculation[]> {
  const objects = (await pdf.getFieldObjects().catch(() => null)) as unknown as ReadonlyMap<string, Acting[]> | null
  return order.flatMap(
    (name) =>
      calculationOf(
        name,
        objects
          ?.get(name)
          ?.find(({ actions }) => actions?.Calculate)
          ?.actions?.Calculate?.join('\n') ?? '',
      ) ?? [],
  )
}

function Form(props: PdfFormProps & { readonly ready: Ready; readonly isReady: boolean }) {
  const { data, host, address, opening, open, password, ready, isReady, onDone } = props
  const { pdf } = open
  const { config } = opening
  const { fields, filling, content } = ready
  const { t } = useLingui()
  const root = useRef<HTMLDivElement>(null)
  const pages = useRef<PdfPagesHandle>(null)
  const small = useNarrow(720)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState<0 | 90 | 180 | 270>(0)
  const [panel, setPanel] = useState<'pages' | 'search' | 'files'>()
  const [found, setFound] = useState<Found>()
  const [editing, setEditing] = useState<string>()
  const [wanted, setWanted] = useState<Wanted>()
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<readonly FormField[]>()
  const [signing, setSigning] = useState<Target>()
  const [drawing, setDrawing] = useState<Drawing>(blank)
  const [state, setState] = useState<RecoveryState>(opening.restoredAt === undefined ? 'none' : 'kept')
  const [failed, setFailed] = useState<string>()
  const recovery = useRef<Recovery>(undefined)
  const scripts = useRef<Scripts>(undefined)
  const [full, toggleFull] = useFullscreen(root)
  useRoomBelow(root, full)
  useFieldInView(root, editing)

  usePresses(root, {
    twice(x, y) {
      pages.current?.hold(x, y)
      setZoom((now) => (now === 1 ? 2 : 1))
    },
    search: () => setPanel('search'),
    escape() {
      if (panel !== 'pages') return false
      setPanel(undefined)
      root.current?.querySelector<HTMLElement>('[data-pages]')?.focus()
      return true
    },
  })

  const { readOnly } = opening
  const mayFill = content === undefined || content.mayFill
  const disabled = readOnly || !mayFill || content?.isXfa === true
  const demanded = useMemo(
    () =>
      new Set(
        config.fieldEnforceRequired === true && !disabled
          ? fields.filter((field) => isDemanded(field, config)).map(({ name }) => name)
          : [],
      ),
    [config, disabled, fields],
  )
  /** Tab stops, in this order: every box of a group of check boxes, otherwise one box for each field. */
  const stops = useMemo(
    () =>
      fields.flatMap((field) =>
        field.readOnly && field.fieldType !== 'signature'
          ? []
          : (field.fieldType === 'checkbox' && exportValuesOf(field).length > 1 ? field.boxes : field.boxes.slice(0, 1)).map((_, at) => ({
              field,
              at,
            })),
      ),
    [fields],
  )

  // Totals, formats and checks by the file's author: they run when a text field loses the focus, and at once
  // for a choice.
  useEffect(() => {
    const box = root.current
    if (!isReady || disabled || !content || !box) return
    let gone = false
    let own: Scripts | undefined
    const onSaid = (text: string, field: FormField | undefined) => {
      if (field) setMissing((before) => new Set([...before, field.name]))
      const label = field?.label ?? ''
      toast(text || t`The document does not take what stands in “${label}”.`, 'warning')
    }
    const begin = async () => {
      const { startScripts } = await import('./scripts.ts')
      own = await startScripts({ pdf, fields, filling, onSaid }).catch(() => undefined)
      if (gone) return own?.close()
      scripts.current = own
      if (!own && content.calculationOrder.length > 0) filling.calculateWith(await calculationsIn(open, content.calculationOrder))
      filling.settle()
      host.dirty(filling.dirty())
    }
    void begin()
    const left = () => void scripts.current?.commit()
    const off = filling.subscribe('any', () => {
      if (!document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])')) left()
    })
    box.addEventListener('focusout', left)
    return () => {
      gone = true
      off()
      box.removeEventListener('focusout', left)
      own?.close()
      scripts.current = undefined
    }
  }, [content, disabled, fields, filling, host, isReady, open, pdf, t])

  // Store the input while the person fills in the form.
  useEffect(() => {
    if (!isReady || disabled) return
    const done = opening.visit?.use()
    const keeper = keepRecovery(filling, opening, { address, formVersion: data.formVersion, onState: setState })
    recovery.current = keeper
    const tell = () => host.dirty(filling.dirty())
    tell()
    const off = filling.subscribe('any', tell)
    return () => {
      off()
      void keeper.end().finally(done)
    }
  }, [address, data.formVersion, disabled, filling, host, isReady, opening])

  useEffect(() => {
    if (missing.size === 0) return
    return filling.subscribe('any', () =>
      setMissing((before) => {
        const left = [...before].filter((name) => {
          const field = fields.find((one) => one.name === name)
          return field && !isFilled(field, filling.value(name), filling.marks(), config.clearSignatures)
        })
        return left.length === before.size ? before : new Set(left)
      }),
    )
  }, [config.clearSignatures, fields, filling, missing])

  const { onRead } = props
  const viewed = useCallback(
    (number: number) => {
      filling.note(number)
      onRead?.(filling.read(), pdf.numPages)
    },
    [filling, onRead, pdf],
  )

  const viewOf = useCallback(
    async (number: number) => {
      const sheet = await pdf.getPage(number)
      return sheet.getViewport({ scale: 1, rotation: (sheet.rotate + rotation) % 360 })
    },
    [pdf, rotation],
  )

  const goTo = useCallback(
    (field: FormField, at = 0) => {
      const box = field.boxes[at]
      if (!box) return
      setAsked(undefined)
      // Close the question and the toasts; they would cover the field.
      dismissToasts()
      if (small) setEditing(field.name)
      void viewOf(box.page).then((view) => {
        const { top, height } = placeOf(view, box.rect)
        pages.current?.goTo(box.page, (top + height / 2) / view.height)
        setWanted((before) => ({ name: field.name, at, turn: (before?.turn ?? 0) + 1 }))
      })
    },
    [small, viewOf],
  )

  const stepFrom = useCallback(
    (field: FormField, at: number, step: 1 | -1): boolean => {
      const here = stops.findIndex(
        (stop) => stop.field.name === field.name && (stop.at === at || stops.filter((one) => one.field === stop.field).length === 1),
      )
      const next = stops[here + step]
      if (here < 0 || !next) return false
      goTo(next.field, next.at)
      return true
    },
    [goTo, stops],
  )

  const actions = useMemo<FieldActions>(
    () => ({
      open(field) {
        dismissToasts()
        setEditing(field.name)
      },
      sign: (field, at) => setSigning({ field, at }),
      step: stepFrom,
      focused: (field) => setEditing((before) => (before === undefined ? before : field.name)),
    }),
    [stepFrom],
  )

  /** Returns a free place in the middle of the visible area, in points of the page. */
  const freePlace = async (width: number, height: number): Promise<Pick<PdfMark, 'page' | 'rect' | 'rotation'>> => {
    const view = await viewOf(page)
    const sheet = root.current?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
    const window = root.current?.querySelector('.m-pdf')?.getBoundingClientRect()
    const middle = sheet && window ? (window.top + window.height / 2 - sheet.top) / sheet.height : 0.5
    const y = Math.min(view.height - height, Math.max(0, middle * view.height - height / 2))
    const x = (view.width - width) / 2
    const [a = 0, b = 0] = view.convertToPdfPoint(x, y) as number[]
    const [c = 0, d = 0] = view.convertToPdfPoint(x + width, y + height) as number[]
    return {
      page,
      rect: [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)],
      ...(view.rotation ? { rotation: view.rotation } : {}),
    }
  }

  const signatory = data.auth?.name ?? data.person?.model.name
  const initials = initialsOf(signatory)
  const place = async (kind: 'text' | 'date' | 'initials') => {
    const text = { text: '', date: today(), initials }[kind]
    const mark: PdfMark = {
      id: newId(),
      kind: kind === 'date' ? 'date' : 'text',
      text,
      ...(await freePlace({ text: 200, date: 90, initials: 50 }[kind], 20)),
    }
    filling.setMarks((marks) => [...marks, mark])
    // The person can type into the new mark at once; by then the menu has returned the focus.
    if (kind === 'text') setTimeout(() => root.current?.querySelector<HTMLElement>(`[data-mark="${mark.id}"] input`)?.focus())
  }

  const uid = data.auth?.uid
  const own = useOwnInk(filling, uid)
  const sign = async (target: Target, ink: Ink, timestamp: string) => {
    setSigning(undefined)
    const box = target === 'free' ? undefined : target.field.boxes[target.at]
    const where = box
      ? await viewOf(box.page).then((view) => ({
          page: box.page,
          rect: [...box.rect] as PdfMark['rect'],
          ...(view.rotation ? { rotation: view.rotation } : {}),
        }))
      : await freePlace(180, 60)
    const mark: PdfMark = {
      id: newId(),
      kind: 'signature',
      ...where,
      ...ink,
      ...(signatory && { signatory }),
      ...(uid !== undefined && { by: uid }),
      at: timestamp,
    }
    // A new signature replaces the one at the same place.
    filling.setMarks((marks) => [
      ...marks.filter((one) => !(box && one.kind === 'signature' && one.page === mark.page && overlap(one.rect, mark.rect))),
      mark,
    ])
  }

  const isRead = () => config.forceRead === false || Math.max(filling.read(), pdf.numPages === 1 ? 1 : 0) >= pdf.numPages
  const bytes = async () => {
    await scripts.current?.commit()
    return filledFile({ pdf, password, clearSignatures: config.clearSignatures === true, isXfa: content?.isXfa === true }, filling)
  }

  const submit = async () => {
    const active = document.activeElement
    if (active instanceof HTMLElement) active.blur()
    setFailed(undefined)
    if (!isRead()) return toast(t`Please Read Entire Document`, 'warning')
    await scripts.current?.commit()
    const left = missingFields({ fields, values: filling.values(), marks: filling.marks() }, config)
    setMissing(new Set(left.map(({ name }) => name)))
    if (left.length > 0) return setAsked(left)
    if (content?.digitallySigned && filling.dirty()) {
      const sure = await confirmDialog({
        text: t`This document carries a digital signature. What you filled in may make it invalid. Submit anyway?`,
        ok: t`Submit`,
      })
      if (!sure) return
    }
    const done = host.busy()
    try {
      recovery.current?.stop()
      const filled = await bytes()
      const lost = await lostIn(filled, fields, filling, password)
      if (lost.length > 0) {
        recovery.current?.resume()
        setFailed(t`Nothing was sent: the document did not take ${lost.join(', ')}. What you filled in is kept here.`)
        return
      }
      const filledIn = { opening, fields, filling, bytes: filled, pages: pdf.numPages }
      if (props.onFilled && config.save === undefined) {
        await props.onFilled((await filledOf(filledIn)).filled)
        await recovery.current?.handOver()
        return
      }
      const saved = await submitPdf({ data, address, ...filledIn })
      host.dirty(false)
      const returnUrl = data.form?.returnUrl
      onDone()
      host.finish({ ...(returnUrl === undefined ? {} : { returnUrl }), queued: true, ...{ opId: saved.opId } }, 'record')
    } catch (error) {
      recovery.current?.resume()
      setFailed(
        error instanceof TooLarge
          ? t`Nothing was sent: the document is larger than 25 MB.`
          : error instanceof NotSaved
            ? error.message
            : t`The document could not be written. What you filled in is kept here; try again.`,
      )
    } finally {
      done()
    }
  }

  const goOn = async () => {
    if (!isRead()) return toast(t`Please Read Entire Document`, 'warning')
    await recovery.current?.flush()
    if (config.nextUrl === undefined) pages.current?.goTo(Math.min(page + 1, pdf.numPages))
    else host.navigate(config.nextUrl)
  }

  const file = async () => new File([await bytes()], filenameOf(opening), { type: 'application/pdf' })
  const share = async () => {
    const given = await file().catch(() => undefined)
    if (given && navigator.canShare?.({ files: [given] })) {
      const told = await navigator.share({ files: [given], title: opening.fill(config.shareTitle ?? opening.name) }).then(
        () => true,
        (error: unknown) => (error as Error).name === 'AbortError',
      )
      if (told) return
    }
    const link = `share:/api/link/${location.pathname.replace(/^\/frontend\//, '')}${location.search}`
    if (navigator.onLine) await host.run(link, { model: {}, path: opening.recordPath })
    else if (given) giveFile(given, given.name)
  }
  const download = async () => {
    const given = await file().catch(() => undefined)
    if (given) giveFile(given, given.name)
    else await alertDialog(t`The document could not be written. What you filled in is kept here; try again.`)
  }
  const print = async () => {
    const tab = window.open('', '_blank')
    if (!tab) return toast(t`The browser did not open a new window.`, 'warning')
    tab.opener = null
    const url = await file().then(URL.createObjectURL, () => undefined)
    if (url === undefined) return tab.close()
    tab.location.replace(fileHref(url) ?? 'about:blank')
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }

  const fitWidth = () => setZoom(Math.max(0.5, ((root.current?.querySelector('.m-pdf')?.clientWidth ?? widest) - 16) / widest))
  const layer = useCallback(
    (sheet: { pageNumber: number }, view: unknown) => (
      <>
        {found?.page === sheet.pageNumber
          ? found.rects.map((rect, at) => <span key={at} className="m-pdff-found" style={placeOf(view as PageView, rect)} />)
          : null}
        <FieldLayer
          page={sheet.pageNumber}
          view={view as PageView}
          fields={fields}
          filling={filling}
          disabled={disabled}
          demanded={demanded}
          missing={missing}
          clearSignatures={config.clearSignatures === true}
          small={small}
          wanted={wanted}
          actions={actions}
        />
        <MarkLayer page={sheet.pageNumber} view={view as PageView} filling={filling} disabled={disabled} />
      </>
    ),
    [actions, config.clearSignatures, demanded, disabled, fields, filling, found, missing, small, wanted],
  )

  const edited = small && !disabled ? fields.find(({ name }) => name === editing) : undefined
  const editedAt = edited ? stops.findIndex(({ field }) => field === edited) : -1
  const marks = useMarks(filling)
  const toSign = disabled
    ? undefined
    : fields.find(
        (field) =>
          field.fieldType === 'signature' &&
          !field.readOnly &&
          field.boxes.length > 0 &&
          !isSigned(field, marks, config.clearSignatures === true),
      )
  const noFields = isReady && fields.length === 0 && content?.isXfa !== true
  return (
    <div ref={root} className="m-pdff" data-full={full || undefined}>
      <TopBar
        title={opening.name}
        page={page}
        pages={pdf.numPages}
        full={full}
        viewOnly={config.forceReadonly === true}
        disabled={disabled}
        canZoomIn={zoom < 8}
        canZoomOut={zoom > 0.5}
        onZoom={(step) => setZoom((step > 0 ? zooms.find((one) => one > zoom + 0.01) : zooms.findLast((one) => one < zoom - 0.01)) ?? zoom)}
        onFull={toggleFull}
        onShare={share}
        onPages={() => setPanel(panel === 'pages' ? undefined : 'pages')}
        onSearch={() => setPanel('search')}
        onFit={fitWidth}
        onTurn={() => setRotation(((rotation + 90) % 360) as typeof rotation)}
        initials={initials}
        toSign={toSign && (() => goTo(toSign))}
        onPlace={place}
        onSign={() => setSigning('free')}
        onDownload={download}
        onPrint={print}
      />
      {panel === 'search' ? (
        <SearchBar
          pdf={pdf}
          onFound={(next) => {
            setFound(next)
            if (!next) return
            const [first] = next.rects
            void viewOf(next.page).then((view) => pages.current?.goTo(next.page, first ? placeOf(view, first).top / view.height : 0))
          }}
          onClose={() => {
            setPanel(undefined)
            setFound(undefined)
          }}
        />
      ) : null}
      {failed ? <Notice level="error">{failed}</Notice> : null}
      {opening.storeFailed ? (
        <Notice level="warning">{t`This device cannot keep drafts now. Submit before you leave this page.`}</Notice>
      ) : null}
      {isReady && !mayFill && !readOnly ? (
        <Notice level="info">{t`Whoever made this document does not allow it to be filled in.`}</Notice>
      ) : null}
      {content?.digitallySigned && !disabled ? (
        <Notice level="warning">{t`This document carries a digital signature. What you fill in may make it invalid.`}</Notice>
      ) : null}
      {content?.isXfa ? (
        <Notice level="warning">
          {t`You can read this form here, not fill it in: it is a dynamic XFA form. Download it and open it in Adobe Acrobat on a computer, or ask the office for a copy with ordinary fields (AcroForm) or a flattened one.`}
        </Notice>
      ) : null}
      {noFields && !readOnly && !(config.submitDisabled === true) ? (
        <Notice level="info">{t`This document has no fields. Put text, a date or your signature anywhere with the menu above.`}</Notice>
      ) : null}
      {disabled ? null : <Conformity fields={fields} filling={filling} config={config} />}
      <div className="m-pdff-main">
        {panel === 'pages' ? (
          <PagesPanel
            pdf={pdf}
            page={page}
            rotation={rotation}
            onPick={(number) => {
              pages.current?.goTo(number)
              if (small) setPanel(undefined)
            }}
            onClose={() => setPanel(undefined)}
          />
        ) : null}
        <PdfPages
          ref={pages}
          pdf={pdf}
          zoom={zoom}
          widest={widest}
          rotation={rotation}
          onZoom={setZoom}
          onPage={setPage}
          onViewed={viewed}
          forms
          layer={layer}
        />
      </div>
      {edited && editedAt >= 0 ? (
        <FieldSheet
          field={edited}
          filling={filling}
          demanded={demanded.has(edited.name)}
          missing={missing.has(edited.name)}
          clearSignatures={config.clearSignatures === true}
          place={editedAt + 1}
          count={stops.length}
          onSign={() => setSigning({ field: edited, at: 0 })}
          onReuse={own && (() => void sign({ field: edited, at: 0 }, own, new Date().toISOString()))}
          onStep={(step) => stepFrom(edited, stops[editedAt]?.at ?? 0, step)}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
      <BottomBar
        config={content?.isXfa ? { ...config, attachmentsDisabled: true } : config}
        filling={filling}
        fields={fields}
        demanded={demanded}
        disabled={disabled}
        canSubmit={isReady && data.componentConfig?.readOnly !== true && content?.isXfa !== true}
        state={disabled ? 'none' : state}
        onAttachments={() => setPanel('files')}
        onGo={goTo}
        onSubmit={submit}
        onNext={goOn}
      />
      {panel === 'files' ? (
        <AttachmentsDialog
          filling={filling}
          draftId={opening.recordPath.split('/').at(-1) ?? opening.recordPath}
          readOnly={disabled}
          onClose={() => setPanel(undefined)}
        />
      ) : null}
      {asked ? <MissingDialog fields={asked} onGo={goTo} onClose={() => setAsked(undefined)} /> : null}
      {signing ? (
        <Suspense fallback={null}>
          <SignatureDialog
            drawing={drawing}
            signatory={signatory ?? ''}
            onDraw={setDrawing}
            onConfirm={(done, _picture, timestamp) => {
              // Start the next place with an empty drawing: another person may sign there.
              setDrawing(blank)
              return sign(signing, done.strokes.length > 0 ? { strokes: done.strokes } : { text: done.typed.trim() }, timestamp)
            }}
            onPicture={async (file) => sign(signing, { picture: await pictureOf(file) }, new Date().toISOString())}
            onReuse={own && (() => void sign(signing, own, new Date().toISOString()))}
            onClose={() => setSigning(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * A touch close to a small field selects the field; a double tap zooms in, or shows the whole page again;
 * Ctrl+F searches, Escape closes the list of pages.
 */
function usePresses(
  root: { readonly current: HTMLElement | null },
  keys: { twice(x: number, y: number): void; search(): void; escape(): boolean },
): void {
  const told = useRef(keys)
  useEffect(() => {
    told.current = keys
  })
  useEffect(() => {
    const element = root.current
    if (!element) return
    const press = ({ target, clientX, clientY }: MouseEvent) => nearest(target as Element, clientX, clientY)
    const twice = ({ target, clientX, clientY }: MouseEvent) => {
      if ((target as Element).closest('.m-pdf') && !(target as Element).closest('.m-pdff-widget, .m-pdff-mark'))
        told.current.twice(clientX, clientY)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        if (event.defaultPrevented || !told.current.escape()) return
        event.stopPropagation()
      } else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) told.current.search()
      else return
      event.preventDefault()
    }
    element.addEventListener('click', press)
    element.addEventListener('dblclick', twice)
    element.addEventListener('keydown', key)
    return () => {
      element.removeEventListener('click', press)
      element.removeEventListener('dblclick', twice)
      element.removeEventListener('keydown', key)
    }
  }, [root])
}

/** Pixels by which a touch may miss. */
const miss = 22

function nearest(target: Element, x: number, y: number): void {
  if (target.closest('.m-pdff-widget, .m-pdff-mark, button, input, textarea, select') || (getSelection()?.toString() ?? '') !== '') return
  const sheet = target.closest('[data-page]')
  let best: HTMLElement | undefined
  let distance = miss
  for (const widget of sheet?.querySelectorAll<HTMLElement>('.m-pdff-widget:not(:disabled)') ?? []) {
    const { left, right, top, bottom } = widget.getBoundingClientRect()
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
    if (away < distance) {
      best = widget
      distance = away
    }
  }
  if (best instanceof HTMLInputElement && best.type !== 'checkbox' && best.type !== 'radio') best.focus()
  else if (best instanceof HTMLTextAreaElement || best instanceof HTMLSelectElement) best.focus()
  else best?.click()
}
