import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useState } from 'react'
import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'
import type { Found } from '../../ui/pdf-pages/findText.ts'
import { dismissToasts } from '../../ui/feedback/toast.tsx'
import type { FieldActions } from './FieldLayer.tsx'
import { filledFile } from './filledFile.ts'
import type { ReadyFormProps } from './pdfFormProps.ts'
import { type FormField, isDemanded, isFilled } from './formFields.ts'
import { useScriptMessages } from './author-scripts/useScriptMessages.ts'
import { useAuthorScripts } from './author-scripts/useAuthorScripts.ts'
import { useLabelledFields } from './labels/useLabelledFields.ts'
import { useFieldNavigation } from './useFieldNavigation.ts'
import { useFieldZoom } from './useFieldZoom.ts'
import { useFileOutput } from './useFileOutput.ts'
import { useMarking } from './useMarking.ts'
import { usePageView } from './usePageView.ts'
import { usePresses } from './usePresses.ts'
import { useRecovery } from './useRecovery.ts'
import { useShared } from './attachments/useShared.ts'
import { useFieldInView } from './useRoomBelow.ts'
import { useSubmit } from './useSubmit.ts'

/** The state of an open form and what people can do with it. */
export function usePdfForm(given: ReadyFormProps) {
  const { opening, open, password, onRead } = given
  const { pdf } = open
  const { config, readOnly } = opening
  const { filling, content, isUnreadable } = given.ready
  const view = usePageView(pdf)
  const { root, pages } = view
  const [panel, setPanel] = useState<'pages' | 'search' | 'files'>()
  const [found, setFound] = useState<Found>()
  const [editing, setEditing] = useState<string>()
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<readonly FormField[]>()
  useFieldInView(root, editing)

  usePresses(root, {
    twice(x, y) {
      pages.current?.hold(x, y)
      view.setZoom((now) => (now === 1 ? 2 : 1))
    },
    search: () => setPanel('search'),
    escape() {
      if (panel !== 'pages') return false
      setPanel(undefined)
      root.current?.querySelector<HTMLElement>('[data-pages]')?.focus()
      return true
    },
  })

  const mayFill = content === undefined || content.mayFill
  const disabled = readOnly || !mayFill || content?.isXfa === true || isUnreadable
  const demanded = useDemanded(given.ready.fields, config, disabled)
  const fields = useLabelledFields(pdf, given.ready.fields, view.page, demanded)
  const props = useMemo<ReadyFormProps>(() => ({ ...given, ready: { ...given.ready, fields } }), [fields, given])
  useFieldZoom(view, disabled ? undefined : fields.find(({ name }) => name === editing))
  const messages = useScriptMessages(fields, filling, setMissing)
  const scripts = useAuthorScripts(root, given, disabled, messages.onSaid)
  const { recovery, state } = useRecovery(props, disabled)
  const showFiles = useCallback(() => setPanel('files'), [])
  const leftOut = useShared(props, { recovery, disabled, onTaken: showFiles })
  useFilledRemoved(props, missing, setMissing)

  const viewed = useCallback(
    (number: number) => {
      filling.note(number)
      onRead?.(filling.read(), pdf.numPages)
    },
    [filling, onRead, pdf],
  )

  const navigation = useFieldNavigation(fields, view, { setEditing, setAsked })
  const marking = useMarking(props, view)
  const actions = useFieldActions(navigation, marking, setEditing)

  const write = async () => {
    await scripts.current?.commit()
    return filledFile({ pdf, password, clearSignatures: config.clearSignatures === true, isXfa: content?.isXfa === true }, filling)
  }
  const onMissing = (left: readonly FormField[]) => {
    setMissing(new Set(left.map(({ name }) => name)))
    if (left.length > 0) setAsked(left)
  }
  const submission = useSubmit(props, view, { scripts, recovery, write, onMissing })
  const output = useFileOutput(props, async () => (await write()).bytes)
  const panels = { panel, setPanel, found, setFound }
  const input = { editing, setEditing, missing, demanded, asked, setAsked, actions, mayFill, disabled }
  return { props, view, panels, input, navigation, marking, messages, submission, output, state, viewed, leftOut }
}

export type PdfFormState = ReturnType<typeof usePdfForm>

/** Returns the names of the fields that are required before Submit. Empty if people can't fill in the form. */
function useDemanded(fields: readonly FormField[], config: PdfConfig, disabled: boolean): ReadonlySet<string> {
  return useMemo(
    () =>
      new Set(
        config.fieldEnforceRequired === true && !disabled
          ? fields.filter((field) => isDemanded(field, config)).map(({ name }) => name)
          : [],
      ),
    [config, disabled, fields],
  )
}

/** What people can do with one field. */
function useFieldActions(
  { stepFrom }: ReturnType<typeof useFieldNavigation>,
  { setSigning }: ReturnType<typeof useMarking>,
  setEditing: Dispatch<SetStateAction<string | undefined>>,
): FieldActions {
  return useMemo(
    () => ({
      open(field) {
        dismissToasts()
        setEditing(field.name)
      },
      sign: (field, at) => setSigning({ field, at }),
      step: stepFrom,
      focused: (field) => setEditing((before) => (before === undefined ? before : field.name)),
    }),
    [setEditing, setSigning, stepFrom],
  )
}

/** Removes fields from the missing ones once they are filled in. */
function useFilledRemoved(
  { opening: { config }, ready: { fields, filling } }: ReadyFormProps,
  missing: ReadonlySet<string>,
  setMissing: Dispatch<SetStateAction<ReadonlySet<string>>>,
): void {
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
  }, [config.clearSignatures, fields, filling, missing, setMissing])
}
