import { catalogue, wrongField } from '../shared/util/catalogue';

export const uploadFileMessages = catalogue({
	nothingUploaded: 'Nothing was uploaded for this item.',
	notInOnePiece: (purpose: string) =>
		wrongField(
			`'Upload Method' cannot be 'Single' for ${purpose}`,
			"The service accepts these files in parts only: choose 'Automatic'.",
		),
});
