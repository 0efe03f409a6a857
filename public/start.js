// Shows the form that public/guard.js has built, or starts the app. Runs when the style sheet above it is loaded.
const { draw } = document.getElementById('root')
if (!draw || !draw()) void import(document.querySelector('script[data-app]').dataset.app)
