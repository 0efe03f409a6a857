import { type ComponentType, lazy } from 'react'
import type { RootScreenProps } from '../engine/PageHost.ts'
import { type DocumentFormProps, setDocumentForm } from '../fields/documentForm.ts'
import { withTexts } from './i18n.ts'

type Screen = ComponentType<RootScreenProps>

let form: Screen | undefined
let drawn: Screen | undefined

/** Loads the part that draws forms. Once it is loaded, a form is drawn at once. */
export async function loadForm(): Promise<Screen> {
  form = (await import('../features/forms/AutomationForm.tsx')).AutomationForm
  return form
}

/** Loads the code that opens a form before it is drawn; in the same file as the part that draws it. */
export const loadOpening = () => import('../features/forms/openEarly.ts')

const lazyForm: Screen = lazy(() => loadForm().then((screen) => ({ default: screen })))
const picker: Screen = lazy(() =>
  withTexts(() => import('../features/picker/PickerScreen.tsx')).then((module) => ({ default: module.PickerScreen })),
)

const executionActions: Screen = lazy(() =>
  withTexts(() => import('./routes/ExecutionActions.tsx')).then((module) => ({ default: module.ExecutionActions })),
)

const pdfForm: ComponentType<DocumentFormProps> = lazy(() =>
  withTexts(() => import('../features/pdf-form/PdfFormScreen.tsx')).then((module) => ({ default: module.PdfFormScreen })),
)
setDocumentForm(pdfForm)

/** The names that the server may put in `component` of its page data, and their screens. */
const screens: Readonly<Record<string, Screen>> = {
  automationForm: lazyForm,
  manpowerCollection: lazyForm,
  automationExecutionForm: lazy(() =>
    import('../features/forms/AutomationExecutionForm.tsx').then((module) => ({ default: module.AutomationExecutionForm })),
  ),
  automationExecutionMinform: lazy(() =>
    import('../features/forms/AutomationExecutionMinform.tsx').then((module) => ({ default: module.AutomationExecutionMinform })),
  ),
  responsiveDialog: lazy(() => import('../features/forms/ResponsiveDialog.tsx').then((module) => ({ default: module.ResponsiveDialog }))),
  manpowerExecutionActions: executionActions,
  manpowerFromStaffExecutionActions: executionActions,
  notesExecutionActions: executionActions,
  planChooser: lazy(() =>
    withTexts(() => import('../features/pricing/PricingScreen.tsx')).then((module) => ({ default: module.PricingScreen })),
  ),
  picker,
  dialogPicker: lazy(() =>
    withTexts(() => import('../features/picker/DialogPicker.tsx')).then((module) => ({ default: module.DialogPicker })),
  ),
  pdfForm,
  chat: lazy(() => withTexts(() => import('../features/chat/ChatScreen.tsx')).then((module) => ({ default: module.ChatScreen }))),
  tasks: lazy(() => withTexts(() => import('./routes/Tasks.tsx')).then((module) => ({ default: module.Tasks }))),
  botTable: lazy(() =>
    withTexts(() => import('../features/conversations/BotTableScreen.tsx')).then((module) => ({ default: module.BotTableScreen })),
  ),
  records: lazy(() =>
    withTexts(() => import('../features/records/RecordsScreen.tsx')).then((module) => ({ default: module.RecordsScreen })),
  ),
}

/**
 * Returns the screen of a component name; undefined for a name that this version does not know. The page
 * shell then shows a message.
 */
export function rootScreen(component: string): Screen | undefined {
  const screen = Object.hasOwn(screens, component) ? screens[component] : undefined
  // Keep the component that was drawn first: another one would restart the form.
  return screen === lazyForm ? (drawn ??= form ?? lazyForm) : screen
}

/** Returns true if this component is the form screen that `loadForm` loads. */
export const isPlainForm = (component: string): boolean => screens[component] === lazyForm
