/** The internal messages (spec/1 §7). */
export const internalMessages = [
  'save.firestore.record',
  'delete.firestore.record',
  'cancel',
  'reload',
  'url.patch',
  'url.post',
  'open',
  'navigate',
  'UI.ShowToast',
  'UI.LangChange',
  'list.pick',
  'time.pick',
  'actions',
  'attachments.pick',
  'UI.Array.ShowForm',
  'Userflow.Update',
] as const
export type InternalMessage = (typeof internalMessages)[number]
