/* global document, performance, requestAnimationFrame, window, Image, PerformanceObserver -- runs in the page */
/**
 * The first script of every measured page. It stores in `window.bench`, in ms of the page's clock: `start`, the start
 * of this script; `inDom`, the first frame with the QR code; `upgraded`, the frame in which a tag has replaced the
 * content that the server rendered; `tops`, where `#below` was in each frame of such a page; and `tasks`, the tasks of
 * 50 ms or more. `shown` returns when the browser painted the QR code.
 *
 * The browser reports the time of a paint itself (Element Timing): that of an image with `elementtiming="qr"`, or
 * otherwise that of a mark of 8 px. The mark is added to the page in the frame with the QR code, because Element Timing
 * does not cover shadow DOM and SVG.
 *
 * @param qr - Returns the element that draws the QR code when it exists and is drawn.
 * @param upgraded - Returns the same element of the tag that replaces the content of the server.
 */
export function observePage(qr, upgraded) {
  const MARK = 'data:image/gif;base64,R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=';
  const bench = (window.bench = { start: performance.now(), tasks: [] });
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('longtask', ({ duration }) => bench.tasks.push(duration));

  bench.paintOf = (name) =>
    new Promise((resolve) =>
      on('element', ({ identifier, renderTime }) => {
        if (identifier === name) resolve(renderTime);
      }),
    );
  /** Calls `then` in the first frame in which `find` returns a value. */
  bench.watch = (find, then) =>
    requestAnimationFrame(function look() {
      const found = find();
      if (found) then(found);
      else requestAnimationFrame(look);
    });
  /** Creates a mark that is ready to be painted. Returns a function that adds it to the page. */
  bench.mark = (name) => {
    const mark = new Image(8, 8);
    mark.setAttribute('elementtiming', name);
    mark.style.cssText = 'position:fixed;top:0;left:0';
    mark.src = MARK;
    return () => document.body.append(mark);
  };

  bench.shown = bench.paintOf('qr');
  const mark = bench.mark('qr');
  if (qr)
    bench.watch(qr, (found) => {
      bench.inDom = performance.now();
      if (!found.hasAttribute('elementtiming')) mark();
    });
  // What is below a tag, in each frame from the first with the QR code until a second after it.
  bench.tops = [];
  if (upgraded)
    bench.watch(qr, function look() {
      bench.tops.push(document.querySelector('#below').getBoundingClientRect().top);
      if (performance.now() < bench.inDom + 1_000 || !bench.upgraded) requestAnimationFrame(look);
    });
  bench.taken = new Promise((resolve) => {
    if (upgraded) bench.watch(upgraded, () => resolve((bench.upgraded = performance.now())));
    else resolve();
  });
}
