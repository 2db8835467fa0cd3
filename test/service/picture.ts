import type { Pixels } from './png.ts';
import { randomNumbers } from './text/sampler.ts';

type Color = readonly [number, number, number];

const namedHues: Readonly<Record<string, number>> = {
  red: 0,
  orange: 30,
  gold: 45,
  yellow: 55,
  green: 120,
  forest: 130,
  turquoise: 175,
  sea: 195,
  blue: 220,
  violet: 270,
  purple: 285,
  pink: 330,
};

/** A landscape drawn from the prompt: its words give colours and the hour, its letters the rest. */
export function drawPicture(prompt: string, size: number, seed: string): Pixels {
  const random = randomNumbers(`${prompt}\n${seed}`);
  const words = prompt.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hues = words.flatMap((word) => namedHues[word] ?? []);
  const base = hues[0] ?? random() * 360;
  const second = hues[1] ?? base + 60 + random() * 120;
  const night = words.some((word) => ['night', 'midnight', 'dark', 'moon', 'stars'].includes(word));
  const top = hsl(base, 0.6, night ? 0.08 : 0.42);
  const horizon = hsl(second, 0.7, night ? 0.25 : 0.8);
  const disc = {
    x: (0.2 + 0.6 * random()) * size,
    y: (0.15 + 0.25 * random()) * size,
    radius: (0.06 + 0.06 * random()) * size,
  };
  const discColor = night ? hsl(50, 0.2, 0.92) : hsl(40 + random() * 15, 0.95, 0.68);
  const hills = [0, 1, 2, 3].map((layer) => ({
    color: hsl(second + layer * 18, 0.4, (night ? 0.2 : 0.55) - layer * (night ? 0.04 : 0.11)),
    height: hillHeights(size, 0.5 + 0.13 * layer, random),
  }));
  const stars = new Set<number>();
  for (let count = night ? size / 4 : 0; count > 0; count--) {
    stars.add(Math.floor(random() * size * 0.5) * size + Math.floor(random() * size));
  }
  return paint(size, (x, y) => {
    const hill = hills.findLast(({ height }) => y >= (height[x] ?? size));
    if (hill) {
      return hill.color;
    }
    if ((x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.radius ** 2) {
      return discColor;
    }
    return stars.has(y * size + x) ? [255, 255, 240] : mix(top, horizon, y / (size * 0.7));
  });
}

/** The skyline of a hill: for each column the row where it begins. */
function hillHeights(size: number, level: number, random: () => number): Float64Array {
  const waves = [1, 2.3, 5.1, 11].map((frequency) => ({
    frequency: (frequency * Math.PI * 2) / size,
    phase: random() * Math.PI * 2,
    height: (0.06 * size * (0.5 + random())) / frequency,
  }));
  return Float64Array.from({ length: size }, (_, x) =>
    waves.reduce(
      (sum, { frequency, phase, height }) => sum + Math.sin(x * frequency + phase) * height,
      level * size,
    ),
  );
}

function paint(size: number, colorAt: (x: number, y: number) => Color): Pixels {
  const rgba = new Uint8ClampedArray(size * size * 4);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at += 4) {
      const [red, green, blue] = colorAt(x, y);
      rgba[at] = red;
      rgba[at + 1] = green;
      rgba[at + 2] = blue;
      rgba[at + 3] = 255;
    }
  }
  return { width: size, height: size, rgba };
}

/** The picture in another size, each pixel taken from the nearest. */
export function resize(picture: Pixels, size: number): Pixels {
  if (picture.width === size && picture.height === size) {
    return picture;
  }
  const rgba = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++) {
    const fromY = Math.floor((y * picture.height) / size);
    for (let x = 0; x < size; x++) {
      const from = (fromY * picture.width + Math.floor((x * picture.width) / size)) * 4;
      rgba.set(picture.rgba.subarray(from, from + 4), (y * size + x) * 4);
    }
  }
  return { width: size, height: size, rgba };
}

/** `original`, with `drawn` where `mask` is wholly transparent; all three of the same size. */
export function fillMasked(original: Pixels, mask: Pixels, drawn: Pixels): Pixels {
  const rgba = original.rgba.slice();
  for (let at = 0; at < rgba.length; at += 4) {
    if (mask.rgba[at + 3] === 0) {
      rgba.set(drawn.rgba.subarray(at, at + 4), at);
    }
  }
  return { ...original, rgba };
}

/** The picture with every colour turned by so many degrees of the colour circle. */
export function shiftHue(picture: Pixels, degrees: number): Pixels {
  const rgba = picture.rgba.slice();
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const sine = Math.sin((degrees * Math.PI) / 180);
  // A rotation about the grey axis of the colour cube.
  const along = (1 - cosine) / 3;
  const across = Math.sqrt(1 / 3) * sine;
  const [same, next, other] = [cosine + along, along - across, along + across];
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = picture.rgba.subarray(at, at + 3);
    rgba[at] = same * red + next * green + other * blue;
    rgba[at + 1] = other * red + same * green + next * blue;
    rgba[at + 2] = next * red + other * green + same * blue;
  }
  return { ...picture, rgba };
}

function mix(from: Color, to: Color, share: number): Color {
  const t = Math.min(1, share);
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
}

function hsl(hue: number, saturation: number, lightness: number): Color {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return (
      255 *
      (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return [channel(0), channel(8), channel(4)];
}
