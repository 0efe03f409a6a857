/** The page has its own texts, so that it works when the app's catalogs do not load. */
const en = {
  title: 'Rescue',
  lead: 'This page only reads. It shows what is on this device and has not been sent, also when Muster itself does not open.',
  looking: 'Looking …',
  none: 'Nothing is waiting on this device.',
  save: 'Saved, not sent',
  draft: 'Draft',
  other: 'Work of another person',
  unknown: 'Without a title',
  file: 'Save everything as one file',
  done: 'The file is in your downloads. Keep it safe. On any device open Muster, go to Outbox and choose Import.',
  failed: 'The file could not be made: ',
  trouble: 'The storage of this device could not be opened: ',
  lost: 'Entries that can’t be read any more: ',
  open: 'Open Muster',
}
type Words = typeof en

const es: Words = {
  title: 'Rescate',
  lead: 'Esta página solo lee. Muestra lo que está en este dispositivo y no se ha enviado, aunque Muster no se abra.',
  looking: 'Buscando …',
  none: 'No hay nada pendiente en este dispositivo.',
  save: 'Guardado, sin enviar',
  draft: 'Borrador',
  other: 'Trabajo de otra persona',
  unknown: 'Sin título',
  file: 'Guardar todo en un archivo',
  done: 'El archivo está en sus descargas. Guárdelo bien. En cualquier dispositivo abra Muster, vaya a Bandeja de salida y elija Importar.',
  failed: 'No se pudo crear el archivo: ',
  trouble: 'No se pudo abrir el almacenamiento de este dispositivo: ',
  lost: 'Entradas que ya no se pueden leer: ',
  open: 'Abrir Muster',
}

const pt: Words = {
  title: 'Resgate',
  lead: 'Esta página só lê. Mostra o que está neste dispositivo e não foi enviado, mesmo que o Muster não abra.',
  looking: 'Procurando …',
  none: 'Não há nada à espera neste dispositivo.',
  save: 'Salvo, não enviado',
  draft: 'Rascunho',
  other: 'Trabalho de outra pessoa',
  unknown: 'Sem título',
  file: 'Salvar tudo em um arquivo',
  done: 'O arquivo está nos seus downloads. Guarde-o bem. Em qualquer dispositivo abra o Muster, vá à Caixa de saída e escolha Importar.',
  failed: 'Não foi possível criar o arquivo: ',
  trouble: 'Não foi possível abrir o armazenamento deste dispositivo: ',
  lost: 'Entradas que já não podem ser lidas: ',
  open: 'Abrir o Muster',
}

/**
 * The texts in the language that the user chose in the app, else in the first supported one of the browser.
 */
export function wordsFor(codes: readonly string[]): { lang: string; words: Words } {
  const all: Record<string, Words> = { en, es, pt }
  for (const code of codes) {
    const lang = code.toLowerCase().split('-')[0] ?? ''
    const words = all[lang]
    if (words) return { lang, words }
  }
  return { lang: 'en', words: en }
}
