import { QUIET, type Modules } from '../../core/payments/qr-path.ts';

/** Sharp on paper and in chats that shrink images. Minimum CSS pixels per side. */
const LEAST_PX = 1024;

/**
 * Draws the code as an image: black on white, whole pixels per module, with its quiet zone, and marked for a sandbox.
 */
function drawCode({ size, dark }: Modules, mark: string | undefined): HTMLCanvasElement {
  const side = size + 2 * QUIET;
  const scale = Math.ceil(LEAST_PX / side);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side * scale;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (let at = 0; at < size * size; at++)
    if (dark(at)) pen.fillRect(((at % size) + QUIET) * scale, (Math.floor(at / size) + QUIET) * scale, scale, scale);
  if (mark) stamp(pen, mark, canvas.width);
  return canvas;
}

/** Draws the band that is also on the page. It makes the code unreadable for a wallet. */
function stamp(pen: CanvasRenderingContext2D, mark: string, side: number) {
  pen.translate(side / 2, side / 2);
  pen.rotate(-Math.PI / 5);
  pen.font = `800 ${side / 7}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#fff';
  pen.fillRect(-side, -side / 6, 2 * side, side / 3);
  pen.fillStyle = '#b3261e';
  pen.fillText(mark, 0, 0);
}

/**
 * Saves the code as a PNG file that is named after the coin amount.
 *
 * @param mark - A text across the code.
 * @returns A function that releases the image, for when the browser has it.
 */
export async function savePng(modules: Modules, amount: string, mark: string | undefined): Promise<() => void> {
  const canvas = drawCode(modules, mark);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) throw new Error('no picture');
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = `${amount.replace(/[^\w.]+/g, '-')}.png`;
  link.click();
  return () => URL.revokeObjectURL(href);
}
