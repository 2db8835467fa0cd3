import { l10n } from 'vscode';
import type { MaskWords } from './shared/mask-words.ts';

/** The words of the mask editor's page in the person's language. */
export function maskEditorWords(): MaskWords {
  return {
    title: l10n.t('Edit Image: {0}'),
    titleVary: l10n.t('Create Variations: {0}'),
    ...toolbarWords(),
    ...canvasWords(),
    ...numbersWords(),
    ...findingWords(),
    ...requestWords(),
    ...problemWords(),
  };
}

function toolbarWords() {
  return {
    tools: l10n.t('Tools'),
    brush: l10n.t('Brush'),
    rectangle: l10n.t('Rectangle'),
    lasso: l10n.t('Lasso'),
    eraser: l10n.t('Eraser'),
    move: l10n.t('Move'),
    brushSize: l10n.t('Brush Size'),
    pixels: l10n.t('{0} px'),
    changes: l10n.t('Changes'),
    undo: l10n.t('Undo'),
    redo: l10n.t('Redo'),
    invert: l10n.t('Invert'),
    clear: l10n.t('Clear'),
    numbers: l10n.t('Rectangle by Numbers…'),
    zoom: l10n.t('Zoom'),
    zoomIn: l10n.t('Zoom In'),
    zoomOut: l10n.t('Zoom Out'),
    zoomFit: l10n.t('Fit'),
    zoomFull: l10n.t('Show at Full Size'),
    percent: l10n.t('{0} %'),
    facts: l10n.t('{0}×{1} · mask {2} %'),
    factsVary: l10n.t('{0}×{1}'),
    more: l10n.t('Other Masks'),
    takeAlpha: l10n.t('Use the Image’s Transparency'),
    chooseFile: l10n.t('Choose a Mask File…'),
  };
}

function canvasWords() {
  return {
    canvas: l10n.t('Mask'),
    canvasVary: l10n.t('Image'),
    canvasHelp: l10n.t(
      'Arrow keys move the crosshair, with Shift faster, with Alt by single pixels. Brush and eraser paint while Space is held down, and the arrow keys lead them. Of a rectangle or lasso, Space sets a corner or point; Enter closes a lasso. R: rectangle by numbers. B, M, L, E, H: tools. Plus and minus: zoom. Brackets: brush size.',
    ),
    canvasHelpVary: l10n.t('Arrow keys move the crosshair. Plus and minus: zoom.'),
    at: l10n.t('{0}, {1}'),
    atPainted: l10n.t('{0}, {1}, painted'),
    penDown: l10n.t('Painting'),
    penUp: l10n.t('Painted'),
    cornerSet: l10n.t('Corner set. Move to the opposite one, and press Space.'),
    pointSet: l10n.t('Point set. Enter closes the lasso.'),
    abandoned: l10n.t('Not painted'),
    masked: l10n.t('{0} % of the image is painted'),
    undone: l10n.t('Undone'),
    redone: l10n.t('Redone'),
    nothingToUndo: l10n.t('There is nothing to undo'),
    nothingToRedo: l10n.t('There is nothing to redo'),
    sizeIs: l10n.t('Brush size: {0} pixels'),
    zoomIs: l10n.t('Zoom: {0} %'),
    toolIs: l10n.t('Tool: {0}'),
  };
}

function numbersWords() {
  return {
    numbersTitle: l10n.t('Rectangle by Numbers'),
    left: l10n.t('X'),
    top: l10n.t('Y'),
    width: l10n.t('Width'),
    height: l10n.t('Height'),
    paint: l10n.t('Paint'),
    close: l10n.t('Close'),
    numbersWrong: l10n.t('Enter whole pixels that lie within the image.'),
  };
}

function findingWords() {
  return {
    findings: l10n.t('What the service may refuse'),
    toPng: l10n.t('Convert to PNG'),
    pad: l10n.t('Pad to a Square'),
    crop: l10n.t('Crop to a Square…'),
    scale: l10n.t('Scale Down to {0} Pixels'),
    applyCrop: l10n.t('Crop'),
    cropHelp: l10n.t('Drag the square, or move it with the arrow keys. Enter crops, Escape cancels.'),
    cropAt: l10n.t('Square at {0}, {1}'),
    converted: l10n.t('The image is {0}×{1} pixels now'),
  };
}

function requestWords() {
  return {
    prompt: l10n.t('Prompt'),
    promptPlaceholder: l10n.t('Describe the whole image, as it should be'),
    promptLong: l10n.t('{0} characters: many services take at most {1}.'),
    earlierPrompts: l10n.t('Earlier Prompts'),
    count: l10n.t('Count'),
    countMany: l10n.t('Many services make at most {0} images at once.'),
    size: l10n.t('Size'),
    sizePlaceholder: l10n.t('default'),
    edit: l10n.t('Edit Image'),
    vary: l10n.t('Create Variations'),
    cancel: l10n.t('Cancel'),
    stop: l10n.t('Stop'),
    preparing: l10n.t('Preparing the mask…'),
    preparingVary: l10n.t('Preparing the image…'),
    loading: l10n.t('Loading the image…'),
  };
}

function problemWords() {
  return {
    notLoaded: l10n.t('“{0}” cannot be shown: it is damaged, or of a kind that is not known here.'),
    empty: l10n.t('“{0}” has no pixels.'),
    tooLarge: l10n.t(
      '“{0}” has more pixels than can be edited here. Scale it down in another program first.',
    ),
    otherDimensions: l10n.t('The file tells other dimensions than the image is shown in.'),
    noAlpha: l10n.t('No pixel of the image is wholly transparent. Paint the mask, or choose a file.'),
    fileNotPng: l10n.t('“{0}” is no PNG. Choose a PNG that is transparent where the image is to change.'),
    fileOtherDimensions: l10n.t(
      '“{0}” has {1}×{2} pixels, but the image {3}×{4}. A mask needs the dimensions of its image.',
    ),
    fileNotRead: l10n.t('“{0}” cannot be read: it is damaged. Choose another file.'),
    fileNoAlpha: l10n.t(
      'No pixel of “{0}” is wholly transparent. Choose a PNG that is transparent where the image is to change.',
    ),
    noMask: l10n.t(
      'Nothing is painted. Paint what is to change; without a mask, transparent parts change, or whatever the service decides.',
    ),
    withoutMask: l10n.t('Edit without a Mask'),
    noPrompt: l10n.t('Write a prompt first.'),
    sizeWrong: l10n.t('Write the size as width x height, such as 1024x1024, or leave it empty.'),
    countWrong: l10n.t('Write how many images are to be made: 1 or more.'),
    unsettled: l10n.t('The service would refuse this image. Convert it first, by a button above it.'),
    maskTooLarge: l10n.t('The mask’s file is too large. Scale the image down, or paint larger areas.'),
    notExported: l10n.t('The mask could not be written. Close other editors, or scale the image down.'),
    notExportedVary: l10n.t('The image could not be converted. Close other editors, or scale it down.'),
  };
}
