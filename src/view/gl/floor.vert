// `floor_at`: centre and radius.
uniform mat4 clip;
uniform vec4 floor_at;
in vec2 corner;
out vec2 place;

void main() {
    place = corner * floor_at.w;
    gl_Position = clip * vec4(floor_at.xyz + vec3(place, 0.0), 1.0);
}
