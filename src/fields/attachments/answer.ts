import { listIn } from '../acceptedValue.ts'
import { defineAnswer } from '../defineAnswer.ts'

export const attachmentsAnswer = defineAnswer({ type: 'attachments', shown: 'files', accepts: listIn })
export const fileAttachmentsAnswer = defineAnswer({ type: 'file-attachments', shown: 'files', accepts: listIn })
