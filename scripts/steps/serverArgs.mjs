/** The arguments of Node with which an operator starts the server (`npm start`, a release, the image). */
export const serverArgs = ['--enable-source-maps']
