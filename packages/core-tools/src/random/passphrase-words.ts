/** 1024 short English words, 10 bits each: no two alike, no word above 7 letters, few homophones. */
const WORDS =
  'acorn actor adapt adobe agent agile album alert alley almond alpine amber ample anchor angle ' +
  'ankle apple apron arbor arch arena argue armor arrow aspen atlas atom attic autumn avenue awake ' +
  'award azure bacon badge bagel baker balmy bamboo banana banner barge barley barn basil basin ' +
  'basket beach beacon bead beam bean bear beaver bench berry bike birch bird bison blaze blend ' +
  'bloom blue boat bold bolt bonus book boost boot borrow bottle bounce bowl box brave breeze brick ' +
  'bridge bright brisk bronze brook broom brown brush bubble bucket buckle buddy bugle build bulb ' +
  'bundle bunny burrow bus butter button cabin cable cactus cake calm camel camera camp canal ' +
  'candle candy canoe canvas canyon cape card cargo carpet carrot cart castle cat cave cedar cello ' +
  'cement center cereal chain chair chalk charm chart cheek cheese cherry chess chest chief chili ' +
  'chime chin chip cider cinema circle circus citrus city clap clay clean clerk clever cliff climb ' +
  'clinic clock cloud clover coach coast coat cobalt cocoa coffee coin collar comet comic copper ' +
  'copy cork corn cosmic cotton couch county court cousin cover coyote crab cradle craft crane ' +
  'crater crayon cream creek crest crisp crop crow crown cruise crumb cube cup curb curl curve ' +
  'custom cycle cymbal daily dairy daisy dance dawn deal decade deck deep delta denim dense desert ' +
  'desk diary diner dinner dish diver dock dog doll domino donkey donut door dove dragon drama ' +
  'dream dress drift drink drive drum duck dune dust eager eagle early earth easel east easy echo ' +
  'edge effort egg elbow elder elk elm ember empire engine enjoy entry envoy equal errand escape ' +
  'essay exact exhale expert extra eye fabric falcon family famous fancy farm fast fence fern ferry ' +
  'fiber fiddle field film filter final finch finger fir firm fish flag flame flask flavor fleet ' +
  'flint float flock flood floor flora flower fluffy flute foam focus fog folder folk forest forge ' +
  'fork fossil found fox frame fresh friend frog frost fruit fudge funny future galaxy game garden ' +
  'garlic gate gather gecko gem gentle giant ginger glad glass glide globe glove glow glue goat ' +
  'gold golf good goose gospel gown grace grain grand grape grass gravel gravy green grid grill ' +
  'grin grocer groove ground group grove guard guide guitar gull gum habit hail half halo hammer ' +
  'hand happy harbor hardy harp hat hawk hazel heart heaven hedge helmet help herb herd hero heron ' +
  'hill hinge hippo hobby hockey holly home honest honey hood hope horn hotel house huddle human ' +
  'humble humor husky hut ice icing icon idea iguana image inch index indigo inlet insect inside ' +
  'invite iris iron island item ivory ivy jacket jaguar jam jar jazz jeans jelly jet jewel jigsaw ' +
  'job jockey join joke jolly joy judge juice jumbo jump jungle junior jury just kale karate kayak ' +
  'kettle key kilt kind king kiosk kite kitten kiwi knee knit knob koala label lace ladder lady ' +
  'lagoon lake lamb lamp land lane large lark laser latch late latte lava lawn lawyer leaf league ' +
  'learn ledge legend lemon lens letter level lever lift light lilac lily lime linen lion liquid ' +
  'list little lizard llama lobby local locket lodge logic lotus loud loyal lucky lumber lunar ' +
  'lunch lynx magic magnet maize major mango mantle maple marble march margin marina market marsh ' +
  'mask mason match matrix maze meadow meal melody melon member memory mentor menu merit merry ' +
  'meteor method metro middle milk mill mimic mint minute mirror mitten mixer model modern moment ' +
  'monkey month moon moose moral mosaic moss motor mount mouse movie mud muffin mule mural museum ' +
  'music name napkin narrow nation native nature navy near nectar needle nephew nest net newt nice ' +
  'nimble noble noise noon north nose note novel number nurse nut nylon oak oasis oat object ocean ' +
  'octave offer office olive omega onion open opera orange orbit orchid organ origin osprey otter ' +
  'outer oval oven owl owner oxygen oyster paddle page paint palace palm panda panel paper parade ' +
  'parcel park parrot party pasta pastel patch path patio peach peanut pearl pebble pecan pencil ' +
  'pepper period person petal phone photo piano pickle picnic pigeon pillow pilot pine pink pirate ' +
  'pixel pizza planet plank plant plate plaza pocket poem point polar polish pond pony poplar poppy ' +
  'porch portal postal potato powder press pretty prince print prism prize proud prune public ' +
  'puffin pulse pupil puppet puppy purple purse puzzle quail quake quarry quartz queen quest quick ' +
  'quiet quill quilt quince quiz quote rabbit race radar radio radish raft rail rain raisin ranch ' +
  'range rapid raven razor reach ready recipe record reef region relay relief remedy rent report ' +
  'rescue resort rest result reward rhyme ribbon rice rich riddle ridge ring ripple river road ' +
  'roast robin robot rocket rodeo roof room rope rotor round royal rubber ruby rugby ruler rumble ' +
  'runner rural rustic saddle safari sage salad salmon salon salsa salt sample sand sandal satin ' +
  'sauce scale scarf school scout screen script seal season seat second secret select senior sequel ' +
  'series serum seven shade shadow shark sheep shelf shell shield shine ship shirt shop shore short ' +
  'shovel shrimp shrub sierra signal silent silk silver simple singer siren sister sketch skill ' +
  'skirt sky slate sled sleep slice slide slope smart smile smoke smooth snack snail snow soap ' +
  'soccer social sock sofa soft solar solid solo sonic soup south space spare spark spice spider ' +
  'spin spiral spoon sport spray spring sprout spruce square squid stable staff stage stamp star ' +
  'statue steam stem step stereo stick still stone stool storm story stove straw stream street ' +
  'string studio sturdy style subway sugar suit summer summit sun super surf swan sweet swift swim ' +
  'switch symbol syrup table talent tango tape target task tavern taxi temple tender tennis tent ' +
  'thread thumb ticket tiger tile timber tiny toast today token tomato topaz torch total towel ' +
  'tower town track trade trail train travel tree trend tribe trophy tropic trout truck trunk trust ' +
  'tulip tundra tunnel turban turkey turtle tutor twin uncle union unit upper urban usual value ' +
  'vase verb verse vest video view vine visit vivid voice wagon waltz warm water wave west wheat ' +
  'wheel white wide wind wing wolf wool world wren yacht yard yarn year yoga young zebra zero zinc ' +
  'zone';

let cached: readonly string[] | undefined;

/** Split on first use. */
export function passphraseWords(): readonly string[] {
  cached ??= WORDS.split(' ');
  return cached;
}
