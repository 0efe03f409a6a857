/**
 * The attributes of a record with a filled form. `nonConforming` lists the fields with a non-conforming
 * answer, and is absent when there are none.
 */
export const pdfRecord = {
  file: 'pdf',
  fields: 'fields',
  attachments: 'attachments',
  read: 'read',
  nonConforming: 'nonConforming',
} as const
